import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { checkedKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';

/** Read from the disk at once, bytes; one message to the reader. */
const readBytes = 128 * 1024;

/**
 * Blobs as files of a directory. Replicas share it: on one machine, or over a network file system with
 * close-to-open consistency. A blob is durable (file and directory entry) before it becomes part of a file.
 */
export function createDirectoryStore(directory: string): BlobStore {
  const pathOf = (key: string) => join(directory, checkedKey(key));
  return {
    async open(key) {
      const path = pathOf(key);
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      const file = await open(path, 'wx', 0o600);
      return {
        async write(chunk) {
          for (let done = 0; done < chunk.length; ) {
            done += (await file.write(chunk, done)).bytesWritten;
          }
        },
        async commit() {
          try {
            await file.sync();
          } finally {
            await file.close();
          }
          await syncDirectory(dirname(path));
        },
        async abort() {
          await file.close();
          await rm(path, { force: true });
        },
      };
    },
    async *read(key, start, end) {
      if (end <= start) return;
      yield* createReadStream(pathOf(key), { start, end: end - 1, highWaterMark: readBytes });
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
    async check() {
      await mkdir(directory, { recursive: true, mode: 0o700 });
      const probe = join(directory, `.probe-${randomUUID()}`);
      await writeFile(probe, '');
      await unlink(probe);
    },
  };
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
