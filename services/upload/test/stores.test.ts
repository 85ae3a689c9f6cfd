import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from '@20minutes/s3rver';
import { sql } from '@parley/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteAttachment } from '../src/rpc/delete-attachment.ts';
import { newBlobKey } from '../src/storage/blob-key.ts';
import type { BlobStore } from '../src/storage/blob-store.ts';
import { createDirectoryStore } from '../src/storage/directory-store.ts';
import { createS3Store } from '../src/storage/s3-store.ts';
import { sweep } from '../src/workers/sweep.ts';
import { callOf, contentOf, startTestUpload } from './support.ts';

let directory: string;
let s3: S3rver;
let s3Options: Parameters<typeof createS3Store>[0];

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-stores-'));
  s3 = new S3rver({ address: '127.0.0.1', port: 0, silent: true, directory: join(directory, 's3') });
  const { port } = (await s3.run()) as AddressInfo;
  s3Options = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'parley-files',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  };
});

afterAll(async () => {
  await s3?.close();
  await rm(directory, { recursive: true, force: true });
});

const kinds: [string, () => BlobStore][] = [
  ['directory', () => createDirectoryStore(join(directory, 'blobs'))],
  ['S3-compatible', () => createS3Store(s3Options)],
];

describe.each(kinds)('the %s store', (_kind, create) => {
  async function textOf(store: BlobStore, key: string, start: number, end: number): Promise<string> {
    let text = '';
    for await (const chunk of store.read(key, start, end)) text += Buffer.from(chunk).toString();
    return text;
  }

  it('gives back what was committed, in parts, until it is removed', async () => {
    const store = create();
    await store.check();
    await store.check();
    const key = newBlobKey();
    const writer = await store.open(key);
    for (const text of ['abc', 'defg', 'hij']) await writer.write(Buffer.from(text));
    await writer.commit();
    expect(await textOf(store, key, 0, 10)).toBe('abcdefghij');
    expect(await textOf(store, key, 2, 5)).toBe('cde');
    await store.remove(key);
    await store.remove(key);
    await expect(textOf(store, key, 0, 10)).rejects.toThrow();
  });

  it('keeps nothing of what was given up, and takes no key but its own', async () => {
    const store = create();
    const key = newBlobKey();
    const writer = await store.open(key);
    await writer.write(Buffer.from('abc'));
    await writer.abort();
    await expect(textOf(store, key, 0, 3)).rejects.toThrow();
    for (const bad of ['../x', 'ab/../../x', '/etc/passwd', '']) {
      await expect((async () => store.remove(bad))()).rejects.toThrow('no key');
    }
  });

  it('holds files', async () => {
    const store = create();
    await store.check();
    await using test = await startTestUpload({ store });
    const content = 'abcdefghijklmnopqrstuvwxyz0123456789';
    const { attachmentId, pathId } = await test.upload(1, content);
    expect(await contentOf(test.ctx, 1, pathId)).toBe(content);
    expect(await contentOf(test.ctx, 1, pathId, 'bytes=8-32')).toBe(content.slice(8, 33));
    const { key } = await test.db.one<{ key: string }>(sql`
      select blob_key as key from parts order by start_offset limit 1`);
    await deleteAttachment(test.ctx, { attachmentId }, callOf(1));
    await sweep(test.ctx);
    await expect(textOf(store, key, 0, 3)).rejects.toThrow();
  });
});
