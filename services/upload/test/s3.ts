import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { listFiles } from '@parley/test-servers';
import type { S3Options } from '../src/storage/s3-store.ts';

/** An S3-compatible server that runs in the test process. */
export type TestS3 = AsyncDisposable & {
  options: S3Options;
  /** The options as environment variables of the upload service. */
  env: Readonly<Record<string, string>>;
  /** Returns the names of the stored objects. */
  objects(): Promise<string[]>;
};

export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'parley-s3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory });
  const { port } = (await server.run()) as AddressInfo;
  const options = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'parley-files',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
  return {
    options,
    env: {
      PARLEY_UPLOAD_S3_ENDPOINT: options.endpoint,
      PARLEY_UPLOAD_S3_BUCKET: options.bucket,
      PARLEY_UPLOAD_S3_REGION: options.region,
      PARLEY_UPLOAD_S3_ACCESS_KEY_ID: options.accessKeyId,
      PARLEY_UPLOAD_S3_SECRET_ACCESS_KEY: options.secretAccessKey,
    },
    objects: async () => (await listFiles(directory)).filter((name) => name.endsWith('._S3rver_object')),
    async [Symbol.asyncDispose]() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
