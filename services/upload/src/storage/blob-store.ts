export type BlobWriter = {
  /** Writes a chunk. The caller must not change the chunk afterwards. */
  write(chunk: Uint8Array): Promise<void>;
  /** Makes the blob durable. */
  commit(): Promise<void>;
  /** Discards the blob, and removes the written bytes if possible. */
  abort(): Promise<void>;
};

/** A blob with all its bytes. */
export type WholeBlob = { readonly blobKey: string; readonly content: Uint8Array };

/** A store of immutable blobs. Keys come only from `newBlobKey` and `newBlobKeys`, so that no text of a client becomes a part of a path. */
export type BlobStore = {
  open(key: string): Promise<BlobWriter>;
  /** Writes small blobs together, with keys of `newBlobKeys`. All are durable when it resolves; some may be there when it rejects. */
  writeAll(blobs: readonly WholeBlob[]): Promise<void>;
  /** Reads the bytes from `start` up to, but not including, `end`. Throws when the blob does not exist. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Removes a blob. Succeeds when the blob does not exist. */
  remove(key: string): Promise<void>;
  /** Checks that blobs can be stored. Rejects when they cannot. */
  check(): Promise<void>;
};
