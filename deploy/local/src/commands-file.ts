import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Writes `<data dir>/commands.json`: the variables with which `parley` reaches the services that run. Only the owner of the data
 * directory can read it.
 */
export function writeCommandsFile(dataDir: string, env: Readonly<Record<string, string>>): void {
  const file = join(dataDir, 'commands.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(env, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
