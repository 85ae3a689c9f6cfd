/**
 * Collects audit log records from the other services that make changes (docs/decisions/audit-log.md). A service deletes a
 * record only after it is stored here, so no record is lost. A record that a service returns twice is stored once.
 */
import { backoff, errorMessage, rest } from '@parley/core';
import type { TakeAuditRecordsRequest, TakeAuditRecordsResponse } from '@parley/proto/common/v1/audit';
import { backgroundCall, type Call } from '@parley/rpc';
import { pollInterval } from '../kernel/poll-interval.ts';
import type { Ctx } from './context.ts';
import { storeCollected } from './db/collected.ts';

const intervalMs = 2_000;
const retryDelay = { baseMs: intervalMs, maxMs: 60_000 };

export type CollectWorker = { start(): void; stop(): Promise<void> };

type Source = {
  takeAuditRecords(request: TakeAuditRecordsRequest, call: Call): Promise<TakeAuditRecordsResponse>;
};

/** A separate loop for each service, so that a failing service does not delay the others. */
export function createCollectWorker(ctx: Ctx): CollectWorker {
  const stopping = new AbortController();
  let running: Promise<unknown> = Promise.resolve();
  return {
    start() {
      running = Promise.all(
        Object.entries(sourcesOf(ctx)).map(([name, source]) => run(ctx, name, source, stopping.signal)),
      );
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

async function run(ctx: Ctx, name: string, source: Source, signal: AbortSignal): Promise<void> {
  const pauseAfter = pollInterval(intervalMs);
  let failures = 0;
  while (!signal.aborted) {
    let delayMs: number;
    try {
      ctx.writeGuard.check();
      delayMs = pauseAfter(await collect(ctx, name, source, signal));
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      // Logs only the fourth failure in a row, because at start the other services may not be ready yet.
      if (failures === 3) {
        const reason = errorMessage(error);
        ctx.logger.warn(
          { reason, source: name },
          'entries of the audit log could not be collected; retrying',
        );
      }
      delayMs = backoff(failures++, retryDelay);
    }
    await rest(delayMs, signal).catch(() => undefined);
  }
}

/** Collects all records that the other services have stored until now. */
export async function collectAll(ctx: Pick<Ctx, 'db' | 'rpc'>, signal: AbortSignal): Promise<void> {
  for (const [name, source] of Object.entries(sourcesOf(ctx))) await collect(ctx, name, source, signal);
}

const sourcesOf = ({ rpc: { channel, integrations, messaging, upload } }: Pick<Ctx, 'rpc'>) => ({
  channel,
  integrations,
  messaging,
  upload,
});

/** Collects all records of a service. Returns whether there were any. */
async function collect(
  ctx: Pick<Ctx, 'db'>,
  name: string,
  source: Source,
  signal: AbortSignal,
): Promise<boolean> {
  let storedIds: number[] = [];
  let hasFound = false;
  do {
    const { records } = await source.takeAuditRecords({ storedIds }, backgroundCall({ signal }));
    if (records.length > 0) await storeCollected(ctx.db, name, records);
    storedIds = records.map(({ id }) => id);
    hasFound ||= storedIds.length > 0;
  } while (storedIds.length > 0);
  return hasFound;
}
