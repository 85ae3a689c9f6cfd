import type { Clock, Logger, Sealer, SecretKeys } from '@parley/core';
import type { Db } from '@parley/db';
import type { FactCache } from '@parley/facts';
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
  factCache: FactCache;
  interests: ChannelInterests;
  activity: Pick<ActivitySource, 'activityOf' | 'close'>;
  userAdmin: Pick<
    RpcClient<typeof UserAdminServiceService>,
    'updateSettings' | 'listDigestReaders' | 'setPushPermission' | 'findMailAddresses' | 'checkCredential'
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
  /** Maximum number of mails per minute that all replicas together send to the mail server; 0 for no limit. */
  mailsPerMinute: number;
  push: PushTransport;
  phones: PhoneTransport;
  /** For a while they get no pushes. The key is the host for a browser, or the `Route` for a phone. */
  silentHosts: Failures;
  /** Undefined in a deployment that accepts no mail. */
  mailIn: { domain: string; authservId: string } | undefined;
  publicUrl: string;
  /** Host name in Message-IDs. */
  host: string;
  /** Key with which this service signs the links and addresses in its mails. */
  secretKey: string;
  /** Keys with which a signature is verified: the current one, and another one while the key is being replaced. */
  secretKeys: SecretKeys;
  /** Encrypts the mails of other services in the database. */
  sealer: Sealer;
  /** Time without activity after which a person counts as away, in milliseconds. */
  idleMs: number;
  clock: Clock;
  telemetry: Telemetry;
  logger: Logger;
};
