import { type Clock, type Logger, type SecretKeys, systemClock } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Guard } from '@parley/outside';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { Call, RpcClient } from '@parley/rpc';
import type { UploadConfig } from './config.ts';
import { createScanner } from './scanning/create-scanner.ts';
import type { Scanner } from './scanning/scanner.ts';
import type { BlobStore } from './storage/blob-store.ts';

/** Dependencies of handlers and workers. */
export type Ctx = {
  db: Db;
  store: BlobStore;
  /** Absent when no virus scanner is configured. */
  scanner?: Scanner | undefined;
  messaging: Pick<RpcClient<typeof MessagingServiceService>, 'canSeeAnyMessage' | 'findScheduledUploads'>;
  /**
   * Waits until the links of all messages that were committed before the call are stored. Returns false when that takes
   * too long.
   */
  linksStored: (call: Call) => Promise<boolean>;
  writeGuard: WriteGuard;
  limits: UploadConfig['limits'];
  /**
   * Requests to other hosts, for pictures and links in messages. `maxWaitMs` is the maximum wait for a free slot, in
   * milliseconds.
   */
  outside: Guard & { isEnabled: boolean; maxWaitMs: number };
  /** Signs temporary URLs, and verifies the addresses of other hosts' pictures. */
  /** The key with which this service signs. */
  secretKey: string;
  /** The keys whose signatures it accepts. */
  secretKeys: SecretKeys;
  clock: Clock;
  logger: Logger;
};

type ContextOptions = Pick<Ctx, 'db' | 'store' | 'messaging' | 'linksStored' | 'writeGuard' | 'logger'> & {
  config: UploadConfig;
};

/** Creates the dependencies of handlers and workers from the parts of the service. */
export function createContext({ config, ...parts }: ContextOptions): Ctx {
  return {
    ...parts,
    scanner: createScanner(config.scanning),
    limits: config.limits,
    outside: config.outside,
    secretKey: config.secretKey,
    secretKeys: config.secretKeys,
    clock: systemClock,
  };
}
