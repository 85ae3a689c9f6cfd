import { errors } from '@parley/core';
import { AwsClient } from 'aws4fetch';
import { checkedKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';
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
 * Creates a store that keeps blobs as objects in a bucket. It uses path-style URLs, which every S3-compatible store supports. A
 * blob stays in memory until it is complete. Then one request writes the blob, which succeeds or fails as a whole.
 */
export function createS3Store(options: S3Options): BlobStore {
  const { endpoint, bucket, region } = options;
  const keysOf = 'identity' in options ? temporaryKeys(options.identity) : async () => options;
  let signer: { keys: S3Keys; client: AwsClient } | undefined;
  const root = `${endpoint.replace(/\/+$/, '')}/${encodeURIComponent(bucket)}`;
  const urlOf = (key: string) => `${root}/${checkedKey(key)}`;

  async function signing(): Promise<AwsClient> {
    const keys = await keysOf();
    if (signer?.keys !== keys) {
      const { accessKeyId, secretAccessKey, sessionToken } = keys;
      const session = sessionToken === undefined ? {} : { sessionToken };
      const client = new AwsClient({
        accessKeyId,
        secretAccessKey,
        ...session,
        region,
        service: 's3',
        retries: 3,
      });
      signer = { keys, client };
    }
    return signer.client;
  }

  async function request(url: string, init: RequestInit): Promise<Response> {
    const client = await signing();
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

  /** Checks the status of a response. @throws Error for an unexpected status */
  async function expectStatus(response: Response, ...expected: number[]): Promise<void> {
    await response.body?.cancel();
    if (expected.includes(response.status)) return;
    throw new Error(`The file store answered with status ${response.status}.`);
  }

  const put = async (key: string, body: Uint8Array<ArrayBuffer>): Promise<void> =>
    expectStatus(await request(urlOf(key), { method: 'PUT', body }), 200, 201, 204);

  return {
    async writeAll(blobs) {
      const waiting = [...blobs];
      const work = async () => {
        for (let blob = waiting.shift(); blob; blob = waiting.shift())
          await put(blob.blobKey, Buffer.from(blob.content));
      };
      await Promise.all(Array.from({ length: putsAtOnce }, work));
    },
    async open(key) {
      let chunks: Uint8Array[] = [];
      return {
        async write(chunk) {
          chunks.push(chunk);
        },
        async commit() {
          const body = Buffer.concat(chunks);
          chunks = [];
          await put(key, body);
        },
        async abort() {
          chunks = [];
        },
      };
    },
    async *read(key, start, end) {
      if (end <= start) return;
      const response = await request(urlOf(key), { headers: { range: `bytes=${start}-${end - 1}` } });
      if (response.status !== 206 || !response.body) await expectStatus(response);
      let length = 0;
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        length += chunk.length;
        yield chunk;
      }
      if (length !== end - start) throw new Error('The file store answered with another length.');
    },
    async remove(key) {
      await expectStatus(await request(urlOf(key), { method: 'DELETE' }), 200, 204, 404);
    },
    async check() {
      const found = await request(root, { method: 'HEAD' });
      if (found.status !== 404) return await expectStatus(found, 200, 204);
      await found.body?.cancel();
      // Status 409 means that another replica has created the bucket.
      await expectStatus(await request(root, { method: 'PUT' }), 200, 201, 204, 409);
    },
  };
}
