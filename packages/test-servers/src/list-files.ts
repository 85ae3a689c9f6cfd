import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the paths of all files below a folder. Unlike `readdir`, it bears folders that vanish meanwhile. */
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
