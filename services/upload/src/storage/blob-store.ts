/** A blob that is being written. One of `commit` and `abort` ends it. */
export type BlobWriter = {
  /** The chunk must not be changed afterwards. */
  write(chunk: Uint8Array): Promise<void>;
  /** Resolves when the blob is durable. */
  commit(): Promise<void>;
  /** Gives up; what was written is removed as far as possible. */
  abort(): Promise<void>;
};

/**
 * Where bytes are kept. Blobs are written once and never changed; keys are made by `newBlobKey` alone, so that
 * nothing a client says is ever part of a path.
 */
export type BlobStore = {
  open(key: string): Promise<BlobWriter>;
  /** Bytes from `start` up to and without `end`. Throws when the blob is not there. */
  read(key: string, start: number, end: number): AsyncIterable<Uint8Array>;
  /** A blob that is not there counts as removed. */
  remove(key: string): Promise<void>;
  /** Rejects when nothing can be stored. */
  check(): Promise<void>;
};
