import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** In a checkout also the variables with which `npm start` reaches its services (deploy/local/src/commands-file.ts). */
export function commandEnv(): NodeJS.ProcessEnv {
  if (process.env.PARLEY_RPC_SECRET !== undefined) return process.env;
  const file = join(process.env.PARLEY_DATA_DIR ?? '.parley', 'commands.json');
  if (!existsSync(file)) return process.env;
  return { ...(JSON.parse(readFileSync(file, 'utf8')) as NodeJS.ProcessEnv), ...process.env };
}
