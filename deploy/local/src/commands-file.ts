import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Variables with which `parley` reaches the services. Only the owner can read the file. */
export function writeCommandsFile(dataDir: string, env: Readonly<Record<string, string>>): void {
  const file = join(dataDir, 'commands.json');
  writeFileSync(`${file}.new`, `${JSON.stringify(env, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
