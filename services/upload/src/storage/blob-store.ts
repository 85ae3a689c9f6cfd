/** A blob that is being written, until `commit` or `abort`. */
export type BlobWriter = {
  /** The chunk must not be changed afterwards. */
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when the blob is durable. */
  commit(): Promise<void>;
  /** Discards the blob; removes written bytes as far as possible. */
  abort(): Promise<void>;
};

/**
 * A store of bytes. Blobs are immutable. Only `newBlobKey` makes keys, so no text from a client is ever part of a path.
 */
export type BlobStore = {
  open(key: string): Promise<BlobWriter>;
  /** Reads bytes from `start` up to, excluding, `end`. Throws when the blob does not exist. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** Removes a blob; succeeds when it does not exist. */
  remove(key: string): Promise<void>;
  /** Rejects when the store cannot store blobs. */
  check(): Promise<void>;
};
