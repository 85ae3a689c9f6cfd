import type { Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Configured } from './db/organization.ts';

/** What handlers and workers of every module use. */
export type Ctx = {
  config: Configured;
  logger: Logger;
  db: Db;
  writeGuard: WriteGuard;
};
