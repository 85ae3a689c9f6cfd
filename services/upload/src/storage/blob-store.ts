/** A blob that is being written until `commit` or `abort`. */
export type BlobWriter = {
  /** Writes a chunk. The caller must not change the chunk afterwards. */
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when the blob is durable. */
  commit(): Promise<void>;
  /** Discards the blob and removes written bytes as far as possible. */
  abort(): Promise<void>;
};

/**
 * A store of bytes. Blobs are immutable. Only `newBlobKey` creates keys, so no text of a client is ever part of a path.
 */
export type BlobStore = {
  open(key: string): Promise<BlobWriter>;
  /** Reads bytes from `start` to before `end`. Throws when the blob does not exist. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Removes a blob. Succeeds when the blob does not exist. */
  remove(key: string): Promise<void>;
  /** Checks that the store can store blobs. Rejects when it cannot. */
  check(): Promise<void>;
};
