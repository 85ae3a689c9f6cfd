import type { Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Realm } from './domain/realm.ts';

/** What the configuration says of the organization. */
export type Configured = Pick<Realm, 'publicUrl' | 'host' | 'isDevelopment'>;

/** What every module of the service uses. */
export type Ctx = {
  config: Configured;
  logger: Logger;
  db: Db;
  writeGuard: WriteGuard;
};
