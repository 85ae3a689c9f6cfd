import type { Clock, Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Directory, UserAdminLookups } from '@parley/directory';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { Event } from '@parley/proto/events/v1/event';
import type { RpcClient } from '@parley/rpc';
import type { Coverer } from './reading/coverer.ts';
import type { Batcher } from './sending/batcher.ts';
import type { Conversations } from './sending/conversations.ts';
import type { Telemetry } from './telemetry.ts';

/** What handlers work with. */
export type Ctx = {
  db: Db;
  directory: Directory;
  userAdmin: Pick<UserAdminLookups, 'resolveUsers'>;
  channel: Pick<RpcClient<typeof ChannelServiceService>, 'getAudience' | 'getNarrowFacts'>;
  /** Sends what is nobody's truth towards the log. */
  signal(kind: 'typing', event: Event): void;
  batcher: Batcher;
  conversations: Conversations;
  coverer: Coverer;
  writeGuard: WriteGuard;
  telemetry: Telemetry;
  logger: Logger;
  clock: Clock;
  publicUrl: string;
};
