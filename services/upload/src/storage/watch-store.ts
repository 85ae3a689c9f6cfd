import { type Logger, ParleyError } from '@parley/core';
import { Gauge, type Registry } from 'prom-client';
import type { BlobStore } from './blob-store.ts';

/** Reports whether the store of files answers. */
export type StoreWatch = {
  /** Returns true when the last check succeeded, otherwise the reason. */
  isReachable(): boolean | string;
  stop(): void;
};

export type WatchOptions = {
  store: Pick<BlobStore, 'check'>;
  registry: Registry;
  logger: Logger;
  everyMs?: number;
};

const EVERY_MS = 15_000;

/**
 * Checks the store now and regularly. A store that does not answer does not end the service, because all replicas share
 * it, and requests that need no blob can be answered without it.
 * @throws when the store refuses, for instance because of a wrong key or missing rights: only an operator can fix that
 */
export async function watchStore({
  store,
  registry,
  logger,
  everyMs = EVERY_MS,
}: WatchOptions): Promise<StoreWatch> {
  let reachable: boolean | string = true;
  const metric = new Gauge({
    name: 'parley_upload_store_reachable',
    help: '1 while the store of files answers.',
    registers: [registry],
  });
  const record = (outcome: boolean | string) => {
    if (outcome !== true && reachable === true)
      logger.warn({ reason: outcome }, 'the file store does not answer');
    if (outcome === true && reachable !== true) logger.info('the file store answers');
    reachable = outcome;
    metric.set(outcome === true ? 1 : 0);
  };
  const check = () =>
    store.check().then(
      () => record(true),
      (error: Error) => {
        record(error.message);
        throw error;
      },
    );
  await check().catch((error: unknown) => {
    if (!(error instanceof ParleyError && error.status === 503)) throw error;
  });
  const timer = setInterval(() => void check().catch(() => undefined), everyMs);
  return { isReachable: () => reachable, stop: () => clearInterval(timer) };
}
