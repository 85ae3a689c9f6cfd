import type { Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Directory } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { Turns } from './changing/turns.ts';
import type { Telemetry } from './telemetry.ts';

/** What handlers and workers work with. */
export type Ctx = {
  db: Db;
  /** People, groups and the organization; channels are this service's own. */
  directory: Pick<Directory, 'users' | 'groups' | 'organization'>;
  writeGuard: Pick<WriteGuard, 'check'>;
  /** Whether the server permits web-public channels at all. */
  webPublicChannels: boolean;
  publicUrl: string;
  /** Whether a channel has messages in a topic other than the empty one; asked of `messaging`. */
  hasNamedTopics(channelId: number, call: Call): Promise<boolean>;
  /** Of changes of channels, by channel. */
  turns: Turns;
  telemetry: Telemetry;
  logger: Logger;
};
