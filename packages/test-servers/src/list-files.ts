import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Returns the paths of all files in a folder and its subfolders, relative to the folder. Unlike `readdir` with `recursive`, it
 * does not fail when another process removes a folder at the same time, as stores under test do.
 */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  const nested = await Promise.all(
    entries.map(async (entry) =>
      entry.isDirectory()
        ? (await listFiles(join(folder, entry.name))).map((name) => join(entry.name, name))
        : [entry.name],
    ),
  );
  return nested.flat();
}
