import type { Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Configured } from './db/organization.ts';

/** What every module of the service uses. */
export type Ctx = {
  config: Configured;
  logger: Logger;
  db: Db;
  writeGuard: WriteGuard;
};
