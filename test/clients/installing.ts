import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Client } from './clients.ts';

const cache =
  process.env.PARLEY_CLIENTS_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley-clients');

/** Returns a hash of everything that determines an installation, so that each version gets its own folder. */
function stampOf(client: Client): string {
  const hash = createHash('sha256').update(JSON.stringify(client.packages)).update(String(client.install));
  for (const file of globSync(
    join(import.meta.dirname, client.name, '{requirements.txt,go.mod,*.go}'),
  ).sort()) {
    hash.update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 12);
}

/**
 * Installs a client from its package registry, unless it is already installed. Returns the folder.
 * @throws Error when the installation fails
 */
export async function installed(client: Client): Promise<string> {
  const folder = join(cache, `${client.name}-${stampOf(client)}`);
  if (existsSync(join(folder, '.installed'))) return folder;
  // Installs in place, because a virtual environment cannot be moved. Removes the rest of an interrupted installation first.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await client.install(folder);
  writeFileSync(join(folder, '.installed-new'), `${client.packages.join('\n')}\n`);
  renameSync(join(folder, '.installed-new'), join(folder, '.installed'));
  return folder;
}
