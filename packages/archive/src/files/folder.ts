import { createReadStream } from 'node:fs';
import { open, opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { errorMessage, inTurns } from '@parley/core';
import { type SourceFiles, SourceProblem } from '../records.ts';
import { EntryIndex } from './entry-index.ts';
import type { SourceLimits } from './limits.ts';

const maxDepth = 60;
/** Number of files that are looked at at the same time. */
const filesAtOnce = 32;
/** Files up to this size are read at once, others in parts of it. */
const smallBytes = 256 * 1024;

/** Opens a folder as a source. Symbolic links and special files are left out, so that nothing outside of it is read. */
export async function openFolder(
  folder: string,
  limits: SourceLimits,
  temporaryFolder: string | undefined,
): Promise<SourceFiles> {
  const index = new EntryIndex(limits, 0, temporaryFolder);
  /** Where files lie whose places do not follow from their paths, because a name has a backslash. */
  const places = new Map<string, string>();
  const visit = async (relative: string, depth: number): Promise<void> => {
    if (depth > maxDepth) return index.refuse('dangerous-path', relative, 'Folders are nested too deeply.');
    const [files, folders]: [string[], string[]] = [[], []];
    for await (const entry of await opendir(join(folder, relative))) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) folders.push(path);
      else if (entry.isFile()) files.push(path);
      else index.refuse('link-left-out', path, 'Links and special files are not followed.');
    }
    await inTurns(files, filesAtOnce, async (path) => {
      const place = join(folder, path);
      const added = index.add(path, (await stat(place)).size);
      if (added !== undefined && added !== path) places.set(added, place);
    });
    for (const path of folders) await visit(path, depth + 1);
  };
  await visit('', 0);
  return {
    name: basename(folder),
    ...(await index.view()),
    async *open(path) {
      try {
        const { size } = index.find(path);
        const place = places.get(path) ?? join(folder, path);
        // Archives have many small files, and a stream for each takes longer than reading it.
        if (size !== undefined && size <= smallBytes) {
          const content = await readSmall(place, size);
          if (content.length > 0) yield content;
        } else yield* createReadStream(place, { highWaterMark: smallBytes });
      } catch (error) {
        if (error instanceof SourceProblem) throw error;
        throw new SourceProblem('unreadable-file', path, `The file cannot be read: ${errorMessage(error)}`);
      }
    },
  };
}

async function readSmall(path: string, size: number): Promise<Buffer> {
  const file = await open(path);
  try {
    const buffer = Buffer.allocUnsafeSlow(size);
    let filled = 0;
    while (filled < size) {
      const { bytesRead } = await file.read(buffer, filled, size - filled, filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return buffer.subarray(0, filled);
  } finally {
    await file.close();
  }
}
