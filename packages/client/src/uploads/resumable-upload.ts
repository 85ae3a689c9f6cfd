import type { Client } from '../client.ts';
import { backoffMs, sleep } from '../transport/backoff.ts';
import { base64 } from '../transport/base64.ts';
import { ApiError, ConnectionError, isTransient } from '../transport/errors.ts';
import { apiErrorOf } from '../transport/http.ts';

export type UploadOptions = {
  /** File name. Needed if `file` has none. */
  readonly name?: string;
  /** Called after each uploaded part with the total number of bytes that the server has received. */
  readonly onProgress?: (sentBytes: number, totalBytes: number) => void;
  /** Called with a value that can be passed as `resume`, for example after the page was closed. */
  readonly onCreated?: (location: string) => void;
  /** Value of `onCreated` from an earlier upload of the same file, which is then continued. */
  readonly resume?: string;
  /** Aborts the upload. The received bytes are then deleted from the server. */
  readonly signal?: AbortSignal;
};

export type UploadedFile = { readonly url: string; readonly filename: string };

/** Returns the Markdown link with which a message refers to a file. */
export const fileLink = ({ url, filename }: UploadedFile): string =>
  `[${filename.replaceAll(/[[\]]/g, '')}](${url})`;

const operation = 'resumable-upload';
const path = '/api/v1/tus';
const version = { 'tus-resumable': '1.0.0' };
/**
 * Target duration for uploading a part, in milliseconds. If a part takes longer, the next parts are half as large. If it takes
 * less than a quarter of the target, they are twice as large.
 */
const partTargetMs = 2_000;
const partBytes = { first: 256 * 1024, min: 64 * 1024, max: 8 * 1024 * 1024 };
/** Number of consecutive failures after which the upload gives up. Each stored part resets the count. */
const maxFailures = 8;
const backoff = { firstMs: 500, maxMs: 15_000 };
const timeoutMs = 120_000;

/**
 * Uploads a file in parts with the tus protocol (https://tus.io/protocols/resumable-upload), so that a lost connection costs
 * only the current part.
 * @throws ApiError when the server refuses the upload; ConnectionError when no valid answer arrives. Temporary failures of
 * either kind are thrown only after `maxFailures` consecutive ones
 * @throws the signal's reason when the caller aborts
 */
export function uploadFile(client: Client, file: Blob, options: UploadOptions = {}): Promise<UploadedFile> {
  return new ResumableUpload(client, file, options).run();
}

class ResumableUpload {
  readonly #client: Client;
  readonly #file: Blob;
  readonly #options: UploadOptions;
  #partBytes = partBytes.first;

  constructor(client: Client, file: Blob, options: UploadOptions) {
    this.#client = client;
    this.#file = file;
    this.#options = options;
  }

  async run(): Promise<UploadedFile> {
    let location = this.#options.resume;
    try {
      if (location === undefined) {
        const created = await this.#retrying(() => this.#create());
        if ('url' in created) return created;
        location = created.location;
        this.#options.onCreated?.(location);
        return await this.#sendFrom(location, 0);
      }
      return await this.#sendFrom(location, await this.#offset(location));
    } catch (error) {
      if (this.#options.signal?.aborted && location !== undefined) await this.#cancel(location);
      throw error;
    }
  }

  async #create(): Promise<{ location: string } | UploadedFile> {
    const ownName = 'name' in this.#file && typeof this.#file.name === 'string' ? this.#file.name : undefined;
    const name = this.#options.name ?? ownName ?? 'file';
    const metadata = [`filename ${base64(name)}`];
    if (this.#file.type !== '') metadata.push(`filetype ${base64(this.#file.type)}`);
    const response = await this.#send('POST', path, {
      'upload-length': String(this.#file.size),
      'upload-metadata': metadata.join(','),
    });
    // The server answers the creation of an empty file with the finished file.
    if (this.#file.size === 0) return (await response.json()) as UploadedFile;
    const location = response.headers.get('location');
    if (location === null) throw new ConnectionError(operation, 'The server did not say where the upload is');
    return { location: new URL(location, this.#client.url).pathname };
  }

  async #sendFrom(location: string, begin: number): Promise<UploadedFile> {
    let offset = begin;
    let failures = 0;
    for (;;) {
      try {
        const done = await this.#sendPart(location, offset);
        if (typeof done !== 'number') return done;
        offset = done;
        failures = 0;
      } catch (error) {
        if (!isRecoverable(error) || ++failures >= maxFailures) throw error;
        this.#partBytes = Math.max(partBytes.min, this.#partBytes / 2);
        await sleep(backoffMs(failures, backoff), this.#options.signal);
        offset = await this.#offset(location);
      }
    }
  }

  /** Uploads a part. Returns the offset after the part, or the file when the upload is complete. */
  async #sendPart(location: string, offset: number): Promise<number | UploadedFile> {
    const { size } = this.#file;
    const end = Math.min(size, offset + this.#partBytes);
    const startedAt = Date.now();
    const response = await this.#send(
      'PATCH',
      location,
      { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      this.#file.slice(offset, end),
    );
    this.#adapt(Date.now() - startedAt);
    this.#options.onProgress?.(end, size);
    return end < size ? end : ((await response.json()) as UploadedFile);
  }

  #adapt(partMs: number): void {
    const factor = partMs > partTargetMs ? 0.5 : partMs < partTargetMs / 4 ? 2 : 1;
    this.#partBytes = Math.min(partBytes.max, Math.max(partBytes.min, this.#partBytes * factor));
  }

  /** Asks the server for the number of bytes that it has received. */
  async #offset(location: string): Promise<number> {
    const response = await this.#retrying(() => this.#send('HEAD', location));
    const offset = Number(response.headers.get('upload-offset') ?? Number.NaN);
    if (!Number.isInteger(offset)) throw new ConnectionError(operation, 'The server did not say what it has');
    return offset;
  }

  async #cancel(location: string): Promise<void> {
    const request = { operation, method: 'DELETE', path: location, headers: version, timeoutMs, attempts: 1 };
    // Ignores failures: the server deletes unfinished uploads when they expire.
    await this.#client.http.send(request).catch(() => undefined);
  }

  async #retrying<T>(attempt: () => Promise<T>): Promise<T> {
    for (let failures = 0; ; failures++) {
      try {
        return await attempt();
      } catch (error) {
        if (!isTransient(error) || failures >= maxFailures) throw error;
        await sleep(backoffMs(failures, backoff), this.#options.signal);
      }
    }
  }

  async #send(
    method: string,
    target: string,
    headers: Readonly<Record<string, string>> = {},
    body?: Blob,
  ): Promise<Response> {
    const response = await this.#client.http.send({
      operation,
      method,
      path: target,
      headers: { ...version, ...headers },
      body,
      signal: this.#options.signal,
      timeoutMs,
      attempts: 1,
    });
    if (response.ok) return response;
    const text = await response.text();
    throw apiErrorOf(operation, response, text.startsWith('{') ? JSON.parse(text) : undefined);
  }
}

/**
 * Returns whether to continue after asking for the offset. Status 409 means that the server's offset differs from the client's,
 * for example because an answer was lost.
 */
const isRecoverable = (error: unknown): boolean =>
  isTransient(error) || (error instanceof ApiError && error.status === 409);
