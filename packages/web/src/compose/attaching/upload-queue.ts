/**
 * Files that are being uploaded into messages. An upload continues after the box that began it shows another message; its link then
 * goes into the draft of its message. This module knows no DOM.
 */
import { type Place, placeKey } from '@parley/client';

export type Upload = {
  readonly id: number;
  readonly name: string;
  readonly file: Blob;
  /** Progress from 0 to 1. */
  readonly progress: number;
  readonly failure?: string;
  /** Where the message goes. Undefined while the file belongs to an open box, whose recipients may still change. */
  readonly place?: Place;
  cancel(): void;
};

export type UploadPorts = {
  /** Returns why a file is not uploaded; undefined for one that may be. */
  refusal(file: Blob): string | undefined;
  /** Uploads a file. Resolves to the Markdown with which a message refers to it. */
  store(
    file: Blob,
    options: { name: string; signal: AbortSignal; onProgress(progress: number): void },
  ): Promise<string>;
  /** Returns what to tell the person of a failure. */
  failureOf(error: unknown): string;
  /** Inserts the Markdown of an uploaded file into its message: that of the box, or the draft of `upload.place`. */
  insert(upload: Upload, markdown: string): Promise<void>;
};

/** The uploads of one session, or of one edit. */
export class UploadQueue {
  readonly #ports: UploadPorts;
  readonly #listeners = new Set<() => void>();
  #uploads: readonly Upload[] = [];
  #count = 0;

  constructor(ports: UploadPorts) {
    this.#ports = ports;
  }

  get(): readonly Upload[] {
    return this.#uploads;
  }

  /** Calls the listener after each change. Returns a function that ends this. */
  watch(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Returns the uploads that a box shows: its own ones, and those that belong to the draft of its place. */
  of(place: Place | undefined): Upload[] {
    return this.#uploads.filter((each) => !each.place || (place && placeKey(place) === placeKey(each.place)));
  }

  isUploading(place: Place | undefined): boolean {
    return this.of(place).some(({ failure }) => failure === undefined);
  }

  hasFailed(place: Place | undefined): boolean {
    return this.of(place).some(({ failure }) => failure !== undefined);
  }

  /** Uploads files into the message of the box. In its text, they stand in the order of `files`. */
  add(files: Iterable<File>): void {
    let before: Promise<unknown> = Promise.resolve();
    for (const file of files) {
      const cancelled = Promise.withResolvers<void>();
      // A cancelled upload may still wait for the server, and the files after it must not wait for it.
      const done = this.#upload(file, before, cancelled.resolve);
      before = Promise.all([before, Promise.race([done, cancelled.promise])]);
    }
  }

  /**
   * Assigns the uploads of the box to the draft of `place`, because the box closes or shows another message. Cancels them when there is
   * no place and so no draft.
   */
  leave(place: Place | undefined): void {
    for (const upload of this.#uploads) {
      if (upload.place) continue;
      if (place) this.#patch(upload.id, { place });
      else upload.cancel();
    }
  }

  /** Cancels all uploads, because the session ends. */
  cancelAll(): void {
    for (const upload of this.#uploads) upload.cancel();
  }

  /** @param before resolves when the files that precede this one in the text are inserted, have failed or were cancelled */
  async #upload(file: File, before: Promise<unknown>, onCancel: () => void): Promise<void> {
    const id = ++this.#count;
    const abort = new AbortController();
    const name = file.name || 'file';
    const cancel = () => {
      abort.abort();
      this.#remove(id);
      onCancel();
    };
    this.#set([...this.#uploads, { id, name, file, progress: 0, cancel }]);
    const refusal = this.#ports.refusal(file);
    if (refusal !== undefined) {
      this.#patch(id, { failure: refusal });
      return;
    }
    try {
      const markdown = await this.#ports.store(file, {
        name,
        signal: abort.signal,
        onProgress: (progress) => this.#patch(id, { progress }),
      });
      await before;
      const done = this.#uploads.find((each) => each.id === id);
      if (done) await this.#ports.insert(done, markdown);
      this.#remove(id);
    } catch (error) {
      if (!abort.signal.aborted) this.#patch(id, { failure: this.#ports.failureOf(error) });
    }
  }

  #patch(id: number, fields: Partial<Upload>): void {
    this.#set(this.#uploads.map((each) => (each.id === id ? { ...each, ...fields } : each)));
  }

  #remove(id: number): void {
    this.#set(this.#uploads.filter((each) => each.id !== id));
  }

  #set(uploads: readonly Upload[]): void {
    this.#uploads = uploads;
    for (const listener of this.#listeners) listener();
  }
}
