import type { Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Configured } from './db/organization.ts';

/** Dependencies of the handlers and workers of every module. */
export type Ctx = {
  config: Configured;
  logger: Logger;
  db: Db;
  writeGuard: WriteGuard;
};
