import { errors } from '@parley/core';
import { AwsClient } from 'aws4fetch';
import { checkedKey } from './blob-key.ts';
import type { BlobStore, BlobWriter, WholeBlob } from './blob-store.ts';
import { type CloudIdentity, type S3Keys, temporaryKeys } from './cloud-identity.ts';

export type S3Options = {
  /** URL of the server, without the bucket. */
  endpoint: string;
  bucket: string;
  region: string;
} & (S3Keys | { identity: CloudIdentity });

/** Time limit in milliseconds until the store begins to answer. */
const answerMs = 30_000;
/** Number of blobs of a batch that are written at the same time. */
const putsAtOnce = 16;

/**
 * Keeps blobs as objects in a bucket. It uses path-style URLs, which every S3-compatible store supports. A blob stays in memory until it
 * is complete. Then one request writes the blob, which succeeds or fails as a whole.
 */
export class S3Store implements BlobStore {
  readonly #region: string;
  /** URL of the bucket. */
  readonly #root: string;
  readonly #keys: () => Promise<S3Keys>;
  #signer: { keys: S3Keys; client: AwsClient } | undefined;

  constructor(options: S3Options) {
    this.#region = options.region;
    this.#root = `${options.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(options.bucket)}`;
    this.#keys = 'identity' in options ? temporaryKeys(options.identity) : async () => options;
  }

  async writeAll(blobs: readonly WholeBlob[]): Promise<void> {
    const waiting = [...blobs];
    const work = async () => {
      for (let blob = waiting.shift(); blob; blob = waiting.shift())
        await this.#put(blob.blobKey, Buffer.from(blob.content));
    };
    await Promise.all(Array.from({ length: putsAtOnce }, work));
  }

  async open(key: string): Promise<BlobWriter> {
    let chunks: Uint8Array[] = [];
    return {
      write: async (chunk) => {
        chunks.push(chunk);
      },
      commit: async () => {
        const body = Buffer.concat(chunks);
        chunks = [];
        await this.#put(key, body);
      },
      abort: async () => {
        chunks = [];
      },
    };
  }

  async *read(key: string, start: number, end: number): AsyncGenerator<Uint8Array> {
    if (end <= start) return;
    const range = { range: `bytes=${start}-${end - 1}` };
    const response = await this.#request(this.#urlOf(key), { headers: range });
    if (response.status !== 206 || !response.body) throw await unexpected(response);
    let length = 0;
    for await (const chunk of response.body) {
      length += chunk.length;
      yield chunk;
    }
    if (length !== end - start) throw new Error('The file store answered with another length.');
  }

  async remove(key: string): Promise<void> {
    await expectStatus(await this.#request(this.#urlOf(key), { method: 'DELETE' }), 200, 204, 404);
  }

  async check(): Promise<void> {
    const found = await this.#request(this.#root, { method: 'HEAD' });
    if (found.status !== 404) return await expectStatus(found, 200, 204);
    await found.body?.cancel();
    // Status 409 means that another replica has created the bucket.
    await expectStatus(await this.#request(this.#root, { method: 'PUT' }), 200, 201, 204, 409);
  }

  #urlOf(key: string): string {
    return `${this.#root}/${checkedKey(key)}`;
  }

  async #put(key: string, body: Uint8Array<ArrayBuffer>): Promise<void> {
    await expectStatus(await this.#request(this.#urlOf(key), { method: 'PUT', body }), 200, 201, 204);
  }

  async #request(url: string, init: RequestInit): Promise<Response> {
    const client = await this.#signing();
    const aborter = new AbortController();
    const timer = setTimeout(() => aborter.abort(), answerMs);
    try {
      return await client.fetch(url, { ...init, signal: aborter.signal });
    } catch {
      throw errors.unavailable('The file store does not answer. Please try again.');
    } finally {
      clearTimeout(timer);
    }
  }

  async #signing(): Promise<AwsClient> {
    const keys = await this.#keys();
    if (this.#signer?.keys !== keys) {
      const { accessKeyId, secretAccessKey, sessionToken } = keys;
      const session = sessionToken === undefined ? {} : { sessionToken };
      const place = { region: this.#region, service: 's3', retries: 3 };
      const client = new AwsClient({ accessKeyId, secretAccessKey, ...session, ...place });
      this.#signer = { keys, client };
    }
    return this.#signer.client;
  }
}

/** Checks the status of a response. @throws Error for an unexpected status */
async function expectStatus(response: Response, ...expected: number[]): Promise<void> {
  if (!expected.includes(response.status)) throw await unexpected(response);
  await response.body?.cancel();
}

async function unexpected(response: Response): Promise<Error> {
  await response.body?.cancel();
  return new Error(`The file store answered with status ${response.status}.`);
}
