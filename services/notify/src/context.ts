import type { Clock, Logger, Sealer, SecretKeys } from '@parley/core';
import type { Db } from '@parley/db';
import type { Directory } from '@parley/directory';
import type { Failures } from '@parley/outside';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { RpcClient } from '@parley/rpc';
import type { ActivitySource } from './facts/activity.ts';
import type { ChannelInterests } from './facts/channel-interests.ts';
import type { FileClient } from './incoming/attachments.ts';
import type { Transport } from './mail/transport.ts';
import type { PhoneTransport } from './push/phone-transport.ts';
import type { PushTransport } from './push/transport.ts';
import type { Telemetry } from './telemetry.ts';

/** Dependencies of handlers and workers. */
export type Ctx = {
  db: Db;
  directory: Directory;
  interests: ChannelInterests;
  activity: ActivitySource;
  userAdmin: Pick<
    RpcClient<typeof UserAdminServiceService>,
    'updateSettings' | 'listDigestReaders' | 'setPushPermission'
  >;
  messaging: Pick<
    RpcClient<typeof MessagingServiceService>,
    'getMissedMessages' | 'findMissedMessages' | 'findActiveTopics' | 'sendMessage'
  >;
  channel: Pick<
    RpcClient<typeof ChannelServiceService>,
    | 'getChannelEmailAddress'
    | 'findSubscriptionHistories'
    | 'findMailedChannels'
    | 'changeSubscriptionSettings'
  >;
  /** Stores attachments of incoming mails. */
  files: FileClient;
  transport: Transport;
  /** How many mails all replicas hand to the mail server in a minute at most; 0 for no limit. */
  mailsPerMinute: number;
  push: PushTransport;
  phones: PhoneTransport;
  /** Push services that recently did not answer, which get no pushes for a while: browsers' by host, phones' by name. */
  silentHosts: Failures;
  /** Undefined in a deployment that accepts no mail. */
  mailIn: { domain: string; authservId: string } | undefined;
  publicUrl: string;
  /** Host name in Message-IDs. */
  host: string;
  /** The key with which this service signs. */
  secretKey: string;
  /** The keys whose signatures it accepts. */
  secretKeys: SecretKeys;
  /** Encrypts stored mails of other services. */
  sealer: Sealer;
  /** Time without activity after which a person counts as away, in milliseconds. */
  idleMs: number;
  clock: Clock;
  telemetry: Telemetry;
  logger: Logger;
};
