import type { Clock, Logger } from '@parley/core';
import type { Db } from '@parley/db';
import type { Directory } from '@parley/directory';
import type { Failures } from '@parley/outside';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { RpcClient } from '@parley/rpc';
import type { ActivitySource } from './facts/activity.ts';
import type { ChannelInterests } from './facts/channel-interests.ts';
import type { Transport } from './mail/transport.ts';
import type { PushTransport } from './push/transport.ts';
import type { Telemetry } from './telemetry.ts';

/** Dependencies of handlers and workers. */
export type Ctx = {
  db: Db;
  directory: Directory;
  interests: ChannelInterests;
  activity: ActivitySource;
  userAdmin: Pick<RpcClient<typeof UserAdminServiceService>, 'updateSettings'>;
  messaging: Pick<RpcClient<typeof MessagingServiceService>, 'getMissedMessages'>;
  transport: Transport;
  push: PushTransport;
  /** Push services that did not answer recently, by host. */
  silentHosts: Failures;
  publicUrl: string;
  /** Host name of Message-IDs. */
  host: string;
  secretKey: string;
  /** How long after the last sign of life a person counts as away. */
  idleMs: number;
  clock: Clock;
  telemetry: Telemetry;
  logger: Logger;
};
