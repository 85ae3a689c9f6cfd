import { ConfigError, envBool, envInt, envString, envUrl, loadConfig, required } from '@parley/core';
import { type Owner, owners } from './owners.ts';

export type MigrateConfig = {
  /** URL of a direct connection to the primary, with a role that may create roles and schemas. */
  adminUrl: string;
  passwords: ReadonlyMap<Owner, string>;
  /** With one subfolder of SQL files per schema. Undefined in a source tree. */
  migrationsDir: string | undefined;
  /** Maximum time in milliseconds to wait for an unreachable database. */
  waitMs: number;
  /** Whether the migration grants REPLICATION to the relay's role. Otherwise the role must already have it. */
  grantReplication: boolean;
  logLevel: string;
};

/** Characters that have no special meaning in URLs. Passwords become part of a connection URL. */
const urlSafe = /^[A-Za-z0-9._~-]+$/;

/** @throws ConfigError with a list of invalid values */
export function loadMigrateConfig(env: NodeJS.ProcessEnv): MigrateConfig {
  const nameOf = (owner: Owner) => `PARLEY_${owner.env}_DATABASE_PASSWORD`;
  const passwords = Object.fromEntries(owners.map((owner) => [nameOf(owner), envString(undefined, 16)]));
  const read = loadConfig(
    {
      ...passwords,
      PARLEY_DATABASE_URL: envUrl(['postgres', 'postgresql']),
      PARLEY_MIGRATIONS_DIR: envString(''),
      PARLEY_MIGRATE_WAIT_MS: envInt(60_000, 0, 3_600_000),
      PARLEY_MIGRATE_GRANT_REPLICATION: envBool(true),
      PARLEY_LOG_LEVEL: envString('info'),
    },
    env,
  );
  const values = read as typeof read & Record<string, string>;
  const bad = owners.map(nameOf).filter((name) => !urlSafe.test(required(values[name], name)));
  if (bad.length > 0) {
    throw new ConfigError(bad.map((name) => `${name}: may have letters, digits and . _ ~ - only`));
  }
  return {
    adminUrl: read.PARLEY_DATABASE_URL,
    passwords: new Map(owners.map((owner) => [owner, required(values[nameOf(owner)], nameOf(owner))])),
    migrationsDir: read.PARLEY_MIGRATIONS_DIR || undefined,
    waitMs: read.PARLEY_MIGRATE_WAIT_MS,
    grantReplication: read.PARLEY_MIGRATE_GRANT_REPLICATION,
    logLevel: read.PARLEY_LOG_LEVEL,
  };
}
