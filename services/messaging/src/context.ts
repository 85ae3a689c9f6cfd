import type { Clock, Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Directory, UserAdminLookups } from '@parley/directory';
import type { Batcher } from './sending/batcher.ts';
import type { Conversations } from './sending/conversations.ts';
import type { Telemetry } from './telemetry.ts';

/** What handlers work with. */
export type Ctx = {
  db: Db;
  directory: Directory;
  userAdmin: Pick<UserAdminLookups, 'resolveUsers'>;
  batcher: Batcher;
  conversations: Conversations;
  writeGuard: WriteGuard;
  telemetry: Telemetry;
  logger: Logger;
  clock: Clock;
  publicUrl: string;
};
