import { type Logger, ParleyError } from '@parley/core';
import { Gauge, type Registry } from 'prom-client';
import type { BlobStore } from './blob-store.ts';

export type StoreWatch = {
  /** Returns true when the last check succeeded, otherwise the reason of the failure. */
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
 * Checks the store at once, and then regularly. When the store does not answer, the service continues: all replicas share the
 * store, and requests that need no blob can still be answered.
 * @throws when the store rejects the first check, for instance because of a wrong key, which only an operator can fix
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
