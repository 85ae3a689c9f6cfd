import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

const root = join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley-providers');

/** Returns a folder whose contents are kept between test runs. */
export function cacheFolder(name: string): string {
  const folder = join(root, name);
  mkdirSync(folder, { recursive: true });
  return folder;
}
