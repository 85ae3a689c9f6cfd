import type { Clock, Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { FactCache, UserAdminLookups } from '@parley/facts';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { Event } from '@parley/proto/events/v1/event';
import type { UploadServiceService } from '@parley/proto/upload/v1/upload';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { RpcClient } from '@parley/rpc';
import type { ConversationCache } from './in-memory/conversation-cache.ts';
import type { CoverageRecorder } from './in-memory/coverage-recorder.ts';
import type { Batcher } from './in-memory/send-batcher.ts';
import type { SendTimes } from './in-memory/send-times.ts';
import type { SearchIndex } from './search/search-index.ts';
import type { Telemetry } from './telemetry.ts';

/** The dependencies of handlers and workers. */
export type Ctx = {
  db: Db;
  factCache: FactCache;
  userAdmin: Pick<UserAdminLookups, 'resolveUsers'> &
    Pick<RpcClient<typeof UserAdminServiceService>, 'findReceiptSenders' | 'findHiddenUsers' | 'findViewers'>;
  channel: Pick<
    RpcClient<typeof ChannelServiceService>,
    'getAudience' | 'getNarrowFacts' | 'raiseUserTopic' | 'findTopicFollowers' | 'findSubscriptionHistories'
  >;
  /** Called only for messages that link to files or pages, and for searches of files. Undefined when no upload service is configured. */
  upload?:
    | Pick<
        RpcClient<typeof UploadServiceService>,
        'describeFiles' | 'findDetached' | 'getLinkPreview' | 'findFileTexts'
      >
    | undefined;
  /** Publishes an ephemeral event to the log. It is not stored in PostgreSQL. */
  signal(kind: 'typing', event: Event): void;
  batcher: Batcher;
  conversations: ConversationCache;
  coverageRecorder: CoverageRecorder;
  searchIndex: SearchIndex;
  sendTimes: SendTimes;
  writeGuard: WriteGuard;
  telemetry: Telemetry;
  logger: Logger;
  clock: Clock;
  publicUrl: string;
  /** Secret key that signs the URLs of other hosts' pictures. Empty when such pictures appear as links. */
  pictureKey: string;
};
