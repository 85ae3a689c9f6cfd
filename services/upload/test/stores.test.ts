import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newBlobKey, newBlobKeys } from '../src/storage/blob-key.ts';
import type { BlobStore } from '../src/storage/blob-store.ts';
import { createDirectoryStore } from '../src/storage/directory-store.ts';
import { S3Store } from '../src/storage/s3-store.ts';
import { startS3, type TestS3 } from './s3.ts';

let directory: string;
let s3: TestS3;

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'parley-stores-'));
  s3 = await startS3();
});

afterAll(async () => {
  await s3?.[Symbol.asyncDispose]();
  await rm(directory, { recursive: true, force: true });
});

const kinds: [string, () => BlobStore][] = [
  ['directory', () => createDirectoryStore(join(directory, 'blobs'))],
  ['S3-compatible', () => new S3Store(s3.options)],
];

describe.each(kinds)('the %s store', (_kind, create) => {
  async function textOf(store: BlobStore, key: string, start: number, end: number): Promise<string> {
    let text = '';
    for await (const chunk of store.read(key, start, end)) text += Buffer.from(chunk).toString();
    return text;
  }

  it('returns committed bytes, also in parts, until they are removed', async () => {
    const store = create();
    // Several replicas may start at the same time, and all try to create the folder or bucket.
    await Promise.all([store.check(), store.check(), store.check()]);
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

  it('writes small blobs together', async () => {
    const store = create();
    await store.check();
    const keys = newBlobKeys(40);
    const blobs = keys.map((blobKey, at) => ({ blobKey, content: Buffer.from(`blob ${at}`.repeat(at)) }));
    await store.writeAll(blobs);
    for (const [at, { blobKey, content }] of blobs.entries())
      expect([at, await textOf(store, blobKey, 0, content.length)]).toEqual([at, content.toString()]);
    await store.writeAll([]);
    const wrong = store.writeAll([{ blobKey: '../../etc/passwd', content: Buffer.from('x') }]);
    await expect(wrong).rejects.toThrow('Not a blob key');
  });

  it('keeps nothing of an aborted blob, and accepts only blob keys', async () => {
    const store = create();
    const key = newBlobKey();
    const writer = await store.open(key);
    await writer.write(Buffer.from('abc'));
    await writer.abort();
    await expect(textOf(store, key, 0, 3)).rejects.toThrow();
    for (const bad of ['../x', 'ab/../../x', '/etc/passwd', '']) {
      await expect((async () => store.remove(bad))()).rejects.toThrow('Not a blob key');
    }
  });
});
