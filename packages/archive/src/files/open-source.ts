import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type SourceFiles, SourceProblem } from '../records.ts';
import { EntryIndex } from './entry-index.ts';
import { openFolder } from './folder.ts';
import { gunzipToTemporary } from './gunzip.ts';
import { defaultSourceLimits, type SourceLimits } from './limits.ts';
import { readAt, readRange } from './read-at.ts';
import { openTar } from './tar.ts';
import { openZip } from './zip.ts';

export type OpenedSource = SourceFiles & AsyncDisposable;

type OpenOptions = {
  readonly limits?: SourceLimits;
  /** Folder for what must be unpacked, or does not fit into memory. */
  readonly temporaryFolder?: string;
};

/**
 * Opens a folder, a zip archive, a tar archive (also with gzip), or a single file as a source. Recognises them by their contents.
 * Dispose of the result: it holds files open, and may have unpacked something.
 * @throws SourceProblem when nothing of it can be read
 */
export async function openSource(path: string, options: OpenOptions = {}): Promise<OpenedSource> {
  const opened = await openFormat(path, options);
  return { ...opened, temporaryFolder: options.temporaryFolder };
}

async function openFormat(path: string, options: OpenOptions): Promise<OpenedSource> {
  const { limits = defaultSourceLimits, temporaryFolder } = options;
  const name = basename(path);
  const info = await stat(path).catch((error: Error) => {
    throw new SourceProblem('missing-archive', name, `The archive cannot be opened: ${error.message}`);
  });
  if (info.isDirectory())
    return {
      ...(await openFolder(path, limits, temporaryFolder)),
      [Symbol.asyncDispose]: async () => undefined,
    };
  if (!info.isFile())
    throw new SourceProblem('missing-archive', name, 'The archive is neither a file nor a folder.');
  switch (await formatOf(path, info.size)) {
    case 'zip':
      return openZip(path, limits, temporaryFolder);
    case 'tar':
      return openTar(path, name, limits, temporaryFolder);
    case 'gzip': {
      const unpacked = await gunzipToTemporary(path, limits, temporaryFolder);
      try {
        const size = (await stat(unpacked.path)).size;
        const isTar = (await formatOf(unpacked.path, size)) === 'tar';
        const inner = isTar
          ? await openTar(unpacked.path, name, limits, temporaryFolder)
          : await openSingle(unpacked.path, name.replace(/\.gz$/i, ''), limits);
        return {
          ...inner,
          [Symbol.asyncDispose]: async () => {
            await inner[Symbol.asyncDispose]();
            await unpacked[Symbol.asyncDispose]();
          },
        };
      } catch (error) {
        await unpacked[Symbol.asyncDispose]();
        throw error;
      }
    }
    default:
      return openSingle(path, name, limits);
  }
}

async function formatOf(path: string, size: number): Promise<'zip' | 'gzip' | 'tar' | 'other'> {
  const file = await open(path, 'r');
  try {
    const head = await readAt(file, 0, Math.min(512, size), basename(path));
    if (head.length >= 4 && [0x04034b50, 0x06054b50].includes(head.readUInt32LE(0))) return 'zip';
    if (head.length >= 2 && head.readUInt16BE(0) === 0x1f8b) return 'gzip';
    if (head.length === 512 && head.subarray(257, 262).toString('latin1') === 'ustar') return 'tar';
    return 'other';
  } finally {
    await file.close();
  }
}

/** Opens a file as a source that contains only this file. */
async function openSingle(path: string, name: string, limits: SourceLimits): Promise<OpenedSource> {
  const file = await open(path, 'r');
  const { size } = await file.stat();
  const index = new EntryIndex(limits, 0, undefined);
  index.add(name, size);
  return {
    name,
    ...(await index.view()),
    async *open(entry) {
      index.find(entry);
      yield* readRange(file, 0, size, entry);
    },
    [Symbol.asyncDispose]: () => file.close(),
  };
}
