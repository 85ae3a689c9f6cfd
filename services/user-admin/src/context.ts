import { createLogger, type Logger } from '@parley/core';
import { createDb, createWriteGuard, type Db, type WriteGuard } from '@parley/db';
import { createRegistry } from '@parley/service-kit';
import type { Registry } from 'prom-client';
import type { UserAdminConfig } from './config.ts';
import { createSealer, type Sealer } from './domain/sealing.ts';
import { createPasswords, type Passwords } from './passwords.ts';
import { createTelemetry, type Telemetry } from './telemetry.ts';

/** What every handler works with. */
export type Ctx = {
  config: UserAdminConfig;
  logger: Logger;
  registry: Registry;
  db: Db;
  writeGuard: WriteGuard;
  passwords: Passwords;
  sealer: Sealer;
  telemetry: Telemetry;
};

/** Parts that a test brings itself. */
export type Overrides = Partial<Pick<Ctx, 'logger' | 'registry'>>;

export function createContext(config: UserAdminConfig, overrides: Overrides = {}): Ctx {
  const logger = overrides.logger ?? createLogger({ service: 'user-admin', level: config.logLevel });
  const registry = overrides.registry ?? createRegistry();
  const db = createDb({
    url: config.database.url,
    poolSize: config.database.poolSize,
    logger,
    registry,
    applicationName: 'parley-user-admin',
  });
  return {
    config,
    logger,
    registry,
    db,
    writeGuard: createWriteGuard(db, logger),
    passwords: createPasswords(),
    sealer: createSealer(config.secretKey),
    telemetry: createTelemetry(registry, logger),
  };
}
