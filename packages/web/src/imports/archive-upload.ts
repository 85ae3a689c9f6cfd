/** The upload of an archive, which goes on after a lost connection and after the page was closed. */
import type { UploadedFile, UploadOptions } from '@parley/client';
import type { UnfinishedUpload } from '../model/local-store.ts';

/** What identifies a file, and its content. */
export type ArchiveFile = Blob & { readonly name: string; readonly lastModified: number };

export type UploadState =
  | { readonly step: 'none' }
  | { readonly step: 'uploading'; readonly name: string; readonly sent: number; readonly total: number }
  | { readonly step: 'failed'; readonly name: string; readonly error: unknown }
  | { readonly step: 'done'; readonly name: string; readonly url: string };

type Tools = {
  upload(file: ArchiveFile, options: UploadOptions): Promise<UploadedFile>;
  /** Reads and writes the place of an unfinished upload on this device. */
  readUnfinished(): Promise<UnfinishedUpload | undefined>;
  writeUnfinished(upload: UnfinishedUpload | undefined): Promise<void>;
  /** Returns whether a failure of a resumed upload means that the server no longer has its part. */
  isGone(error: unknown): boolean;
  onChange(state: UploadState): void;
};

export class ArchiveUpload {
  readonly #tools: Tools;
  #file: ArchiveFile | undefined;
  #abort: AbortController | undefined;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  /** Uploads a file. A part of the same file that the server has is not sent again. */
  async start(file: ArchiveFile): Promise<void> {
    this.#abort?.abort();
    this.#file = file;
    const abort = new AbortController();
    this.#abort = abort;
    const { name, size: total } = file;
    const show = (state: UploadState) => {
      if (this.#abort === abort) this.#tools.onChange(state);
    };
    show({ step: 'uploading', name, sent: 0, total });
    try {
      const { url } = await this.#send(file, abort.signal, (sent) =>
        show({ step: 'uploading', name, sent, total }),
      );
      await this.#tools.writeUnfinished(undefined);
      show({ step: 'done', name, url });
    } catch (error) {
      if (!abort.signal.aborted) show({ step: 'failed', name, error });
    }
  }

  /** Continues after a failure, where the server's part ends. */
  async retry(): Promise<void> {
    if (this.#file) await this.start(this.#file);
  }

  /** Ends the upload. The server deletes its part. */
  cancel(): void {
    this.#abort?.abort();
    this.#abort = undefined;
    this.#file = undefined;
    void this.#tools.writeUnfinished(undefined);
    this.#tools.onChange({ step: 'none' });
  }

  async #send(
    file: ArchiveFile,
    signal: AbortSignal,
    onSent: (bytes: number) => void,
  ): Promise<UploadedFile> {
    const options: UploadOptions = {
      name: file.name,
      signal,
      onProgress: onSent,
      onCreated: (location) => {
        const { name, size, lastModified: modifiedAt } = file;
        void this.#tools.writeUnfinished({ name, size, modifiedAt, location });
      },
    };
    const known = await this.#tools.readUnfinished();
    const isSame =
      known?.name === file.name && known.size === file.size && known.modifiedAt === file.lastModified;
    if (!known || !isSame) return await this.#tools.upload(file, options);
    try {
      return await this.#tools.upload(file, { ...options, resume: known.location });
    } catch (error) {
      if (signal.aborted || !this.#tools.isGone(error)) throw error;
      return await this.#tools.upload(file, options);
    }
  }
}
