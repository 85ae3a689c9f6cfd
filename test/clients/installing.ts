import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Client } from './clients.ts';

const cache =
  process.env.PARLEY_CLIENTS_CACHE ??
  join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'parley-clients');

/** Hashes the inputs of an installation, so that another version is installed into another folder. */
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
 * Installs a client from its registry unless it is installed already. Returns its folder.
 * @throws Error when the registry does not deliver it
 */
export async function installed(client: Client): Promise<string> {
  const folder = join(cache, `${client.name}-${stampOf(client)}`);
  if (existsSync(join(folder, '.installed'))) return folder;
  // A virtual environment cannot be moved, so clients are installed in place, and the remains of an interrupted
  // installation are removed first.
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  await client.install(folder);
  writeFileSync(join(folder, '.installed-new'), `${client.packages.join('\n')}\n`);
  renameSync(join(folder, '.installed-new'), join(folder, '.installed'));
  return folder;
}
