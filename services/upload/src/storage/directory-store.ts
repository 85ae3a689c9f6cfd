import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, mkdir, open, rm, unlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inTurns } from '@parley/core';
import { checkedKey } from './blob-key.ts';
import type { BlobStore } from './blob-store.ts';

/** Number of bytes that one read returns at most. */
const readBytes = 256 * 1024;
/** Number of bytes after which a write starts. While the write runs, up to the same number of bytes are buffered. */
const writeBytes = 256 * 1024;

/**
 * Creates a store that keeps blobs as files in a directory. Replicas share the directory, on one machine or over a network file
 * system with close-to-open consistency. `commit` makes both the file and its directory entry durable.
 */
export function createDirectoryStore(directory: string): BlobStore {
  const pathOf = (key: string) => join(directory, checkedKey(key));
  return {
    async open(key) {
      const path = pathOf(key);
      await makeFolder(dirname(path));
      const file = await open(path, 'wx', 0o600);
      const buffer = buffered(file);
      return {
        write: buffer.write,
        async commit() {
          try {
            await buffer.flush();
            await file.datasync();
          } finally {
            await file.close();
          }
          await syncDirectory(dirname(path));
        },
        async abort() {
          await buffer.flush().catch(() => undefined);
          await file.close();
          await rm(path, { force: true });
        },
      };
    },
    async writeAll(blobs) {
      await writeFiles(blobs.map(({ blobKey, content }) => ({ path: pathOf(blobKey), content })));
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

/** Creates a folder unless it exists, and makes its directory entry durable. */
async function makeFolder(folder: string): Promise<void> {
  const isNew = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (isNew !== undefined) await syncDirectory(dirname(folder));
}

/** Number of files on which a batch works at the same time. */
const filesAtOnce = 8;

/** Writes new files, and makes them and their directory entries durable. */
async function writeFiles(wanted: readonly { path: string; content: Uint8Array }[]): Promise<void> {
  const folders = [...new Set(wanted.map(({ path }) => dirname(path)))];
  for (const folder of folders) await makeFolder(folder);
  const files: FileHandle[] = [];
  try {
    // Everything is written before anything is made durable, so that the file system does this once and not for each file.
    await inTurns(wanted, filesAtOnce, async ({ path, content }) => {
      const file = await open(path, 'wx', 0o600);
      files.push(file);
      await writeAll(file, [content]);
    });
    await inTurns(files, filesAtOnce, (file) => file.datasync());
  } finally {
    await inTurns(files, filesAtOnce, (file) => file.close());
  }
  for (const folder of folders) await syncDirectory(folder);
}

/** Buffers chunks and writes several of them with one system call, in order. */
function buffered(file: FileHandle) {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  let writing: Promise<void> = Promise.resolve();
  const start = () => {
    const chunks = waiting;
    [waiting, waitingBytes] = [[], 0];
    writing = writeAll(file, chunks);
    writing.catch(() => undefined);
  };
  return {
    async write(chunk: Uint8Array): Promise<void> {
      waiting.push(chunk);
      waitingBytes += chunk.length;
      if (waitingBytes < writeBytes) return;
      await writing;
      start();
    },
    async flush(): Promise<void> {
      await writing;
      start();
      await writing;
    },
  };
}

async function writeAll(file: FileHandle, chunks: readonly Uint8Array[]): Promise<void> {
  if (chunks.length === 0) return;
  const length = chunks.reduce((sum, chunk) => sum + chunk.length, 0);
  let { bytesWritten } = await file.writev(chunks);
  // An almost full disk may accept only some of the bytes. Then the rest is written chunk by chunk, which fails with an error.
  if (bytesWritten === length) return;
  for (const chunk of chunks) {
    if (bytesWritten >= chunk.length) bytesWritten -= chunk.length;
    else {
      for (let at = bytesWritten; at < chunk.length; ) at += (await file.write(chunk, at)).bytesWritten;
      bytesWritten = 0;
    }
  }
}

async function syncDirectory(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
