import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Sorter } from '@parley/import-sources';

/** Number of files that are looked at at the same time. */
const filesAtOnce = 32;

/**
 * Returns what identifies an archive by its contents: a hash of the file, or of the names, sizes and times of the files in a folder. So
 * the same archive is found again wherever it lies. Undefined when there is no such file.
 */
export async function fingerprintOf(path: string, temporaryFolder?: string): Promise<string | undefined> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return undefined;
  const hash = createHash('sha256');
  if (info.isDirectory()) {
    // As many lines as there are files, so that they are sorted on disk.
    await using lines = new Sorter<string>(temporaryFolder);
    await addLines(lines, path, '');
    for await (const line of lines.sorted()) hash.update(line);
  } else if (info.isFile()) {
    for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 }))
      hash.update(chunk as Buffer);
  } else return undefined;
  return hash.digest('hex');
}

async function addLines(lines: Sorter<string>, folder: string, relative: string): Promise<void> {
  let paths: string[] = [];
  const add = async () => {
    const found = await Promise.all(
      paths.map(async (path) => ({ path, info: await stat(join(folder, path)) })),
    );
    paths = [];
    for (const { path, info } of found)
      await lines.add({ group: path, time: 0, value: `${path}\0${info.size}\0${info.mtimeMs}\n` });
  };
  for await (const entry of await opendir(join(folder, relative))) {
    const path = join(relative, entry.name);
    if (entry.isDirectory()) await addLines(lines, folder, path);
    else if (entry.isFile() && paths.push(path) === filesAtOnce) await add();
  }
  await add();
}
