import type { Clock, Logger } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { Call, RpcClient } from '@parley/rpc';
import type { UploadConfig } from './config.ts';
import type { Scanner } from './scanning/scanner.ts';
import type { BlobStore } from './storage/blob-store.ts';

/** What handlers work with. */
export type Ctx = {
  db: Db;
  store: BlobStore;
  /** Absent where nobody looks for viruses. */
  scanner?: Scanner | undefined;
  messaging: Pick<RpcClient<typeof MessagingServiceService>, 'canSeeAnyMessage' | 'findScheduledUploads'>;
  /** Resolves when the links of everything committed until now are noted; false when that takes too long. */
  linksNoted: (call: Call) => Promise<boolean>;
  writeGuard: WriteGuard;
  limits: UploadConfig['limits'];
  /** Signs temporary URLs. */
  secretKey: string;
  clock: Clock;
  logger: Logger;
};
