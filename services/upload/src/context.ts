import { type Clock, type Logger, type SecretKeys, systemClock } from '@parley/core';
import type { Db, WriteGuard } from '@parley/db';
import type { Guard } from '@parley/outside';
import type { MessagingServiceService } from '@parley/proto/messaging/v1/messaging';
import type { Call, RpcClient } from '@parley/rpc';
import type { UploadConfig } from './config.ts';
import type { GifProviders } from './domain/gif-providers.ts';
import { createScanner } from './scanning/create-scanner.ts';
import type { Scanner } from './scanning/scanner.ts';
import type { BlobStore } from './storage/blob-store.ts';

/** The dependencies of handlers and workers. */
export type Ctx = {
  db: Db;
  store: BlobStore;
  /** Undefined when no virus scanner is configured. */
  scanner?: Scanner | undefined;
  messaging: Pick<RpcClient<typeof MessagingServiceService>, 'canSeeAnyMessage' | 'findScheduledUploads'>;
  /** Waits until the links of all messages that were committed before the call are stored. Returns false when it takes too long. */
  linksStored: (call: Call) => Promise<boolean>;
  writeGuard: WriteGuard;
  limits: UploadConfig['limits'];
  /** Settings of requests to other hosts. A request waits at most `maxWaitMs` milliseconds for a free slot. */
  outside: Guard & { isEnabled: boolean; maxWaitMs: number };
  /** The configured providers of GIFs, by name. */
  gifs: GifProviders;
  /** The key with which this service signs temporary URLs. */
  secretKey: string;
  /** The keys whose signatures this service accepts in temporary URLs, download tokens of exports, and URLs of pictures. */
  secretKeys: SecretKeys;
  /** When this process has last stored small files of an import, as a time of `performance.now()`. */
  importing: { lastAt: number };
  clock: Clock;
  logger: Logger;
};

type ContextOptions = Pick<Ctx, 'db' | 'store' | 'messaging' | 'linksStored' | 'writeGuard' | 'logger'> & {
  config: UploadConfig;
};

/** Creates the context of handlers and workers. */
export function createContext({ config, ...parts }: ContextOptions): Ctx {
  return {
    ...parts,
    scanner: createScanner(config.scanning),
    limits: config.limits,
    outside: config.outside,
    gifs: config.gifs,
    secretKey: config.secretKey,
    secretKeys: config.secretKeys,
    importing: { lastAt: Number.NEGATIVE_INFINITY },
    clock: systemClock,
  };
}
