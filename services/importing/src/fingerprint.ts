import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { opendir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { inTurns } from '@parley/core';

/** Number of files that are looked at at the same time. */
const filesAtOnce = 32;

/**
 * Returns what identifies an archive by its contents: a hash of the file, or of the names, sizes and times of the files in a folder. So
 * the same archive is found again wherever it lies. Undefined when there is no such file.
 */
export async function fingerprintOf(path: string): Promise<string | undefined> {
  const info = await stat(path).catch(() => undefined);
  if (!info) return undefined;
  const hash = createHash('sha256');
  if (info.isDirectory()) {
    for (const line of await linesOf(path, '')) hash.update(line);
  } else if (info.isFile()) {
    for await (const chunk of createReadStream(path, { highWaterMark: 2 ** 20 }))
      hash.update(chunk as Buffer);
  } else return undefined;
  return hash.digest('hex');
}

async function linesOf(folder: string, relative: string): Promise<string[]> {
  const [lines, files, folders]: [string[], string[], string[]] = [[], [], []];
  for await (const entry of await opendir(join(folder, relative))) {
    if (entry.isDirectory()) folders.push(join(relative, entry.name));
    else if (entry.isFile()) files.push(join(relative, entry.name));
  }
  await inTurns(files, filesAtOnce, async (path) => {
    const { size, mtimeMs } = await stat(join(folder, path));
    lines.push(`${path}\0${size}\0${mtimeMs}\n`);
  });
  for (const path of folders) lines.push(...(await linesOf(folder, path)));
  return lines.sort();
}
