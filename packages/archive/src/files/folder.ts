import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type SourceFiles, SourceProblem } from '../records.ts';
import { EntryIndex } from './entry-index.ts';
import type { SourceLimits } from './limits.ts';

const maxDepth = 60;

/** Opens a folder as a source. Symbolic links and special files are left out, so that nothing outside of it is read. */
export async function openFolder(folder: string, limits: SourceLimits): Promise<SourceFiles> {
  const index = new EntryIndex<string>(limits);
  const visit = async (relative: string, depth: number): Promise<void> => {
    if (depth > maxDepth) return index.refuse('dangerous-path', relative, 'Folders are nested too deeply.');
    for await (const entry of await opendir(join(folder, relative))) {
      const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isDirectory()) await visit(path, depth + 1);
      else if (entry.isFile()) index.add(path, (await stat(join(folder, path))).size, join(folder, path));
      else index.refuse('link-left-out', path, 'Links and special files are not followed.');
    }
  };
  await visit('', 0);
  const entries = index.list();
  return {
    name: basename(folder),
    findings: index.findings,
    list: () => entries,
    has: (path) => index.has(path),
    async *open(path) {
      try {
        yield* createReadStream(index.place(path).place, { highWaterMark: 256 * 1024 });
      } catch (error) {
        if (error instanceof SourceProblem) throw error;
        throw new SourceProblem(
          'unreadable-file',
          path,
          `The file cannot be read: ${(error as Error).message}`,
        );
      }
    },
  };
}
