/**
 * Streams the audit log to a receiver that the operator has configured (docs/operations/audit-log.md). One replica streams at a
 * time. The position is stored after the receiver has acknowledged it. So every entry arrives at least once and in order, and
 * after a failure the entries of the last delivery may arrive again.
 */
import { randomUUID } from 'node:crypto';
import { backoff, errorMessage, firstItem, rest } from '@parley/core';
import { Counter, Gauge } from 'prom-client';
import { type BackgroundWorker, backgroundWorker } from '../kernel/background-worker.ts';
import type { Ctx } from './context.ts';
import { leaveStream, listChained, readChain, storeStreamed, takeStream } from './db/chain.ts';
import { type ChainedRecord, type ChainPosition, faultOf } from './domain/chain.ts';
import { createSink } from './streaming/create-sink.ts';
import { deliveryMs, type Sink, type StreamedRecord } from './streaming/sink.ts';

const intervalMs = 1_000;
const batch = 200;
/** Longer than a delivery, so that another replica starts only after this one has stopped, in milliseconds. */
const leaseMs = 3 * deliveryMs;
const retryDelay = { baseMs: 1_000, maxMs: 10_000 };

/** Creates the streaming worker of this replica. Without a configured receiver it does nothing. */
export function createStreamWorker(ctx: Ctx): BackgroundWorker {
  const { stream } = ctx.config.audit;
  const replica = randomUUID();
  return backgroundWorker((signal) =>
    stream ? run(ctx, createSink(stream, ctx.config.host), replica, signal) : Promise.resolve(),
  );
}

async function run(ctx: Ctx, sink: Sink, replica: string, signal: AbortSignal): Promise<void> {
  const telemetry = createTelemetry(ctx);
  /** The last delivered entry. The next one must continue its hash. */
  let before: ChainPosition | undefined;
  let failures = 0;
  while (!signal.aborted) {
    let delayMs = intervalMs;
    try {
      const taken = await takeStream(ctx.db, replica, leaseMs);
      if (taken) {
        const last = await deliverNext(ctx, sink, { after: taken.after, before, telemetry, signal });
        if (last) {
          before = last;
          delayMs = 0;
        }
      }
      failures = 0;
    } catch (error) {
      if (signal.aborted) break;
      delayMs = backoff(failures++, retryDelay);
      ctx.logger.warn({ reason: errorMessage(error) }, 'the audit log could not be streamed; retrying');
    }
    await rest(delayMs, signal).catch(() => undefined);
  }
  await leaveStream(ctx.db, replica).catch(() => undefined);
}

type Delivery = {
  after: number;
  before: ChainPosition | undefined;
  telemetry: Telemetry;
  signal: AbortSignal;
};

/** Delivers the next batch of entries. Returns the last of them; undefined when there are none. */
async function deliverNext(
  ctx: Ctx,
  sink: Sink,
  { after, before, telemetry, signal }: Delivery,
): Promise<ChainPosition | undefined> {
  const entries = await listChained(ctx.db, after, batch);
  const last = entries.at(-1);
  const chain = await readChain(ctx.db);
  telemetry.waiting(chain.head.position - after);
  if (!last) return undefined;
  const known = before?.position === after ? before : await linkAt(ctx, after, chain.deleted);
  const records = withGaps(entries, {
    position: after,
    hash: known?.hash ?? firstItem(entries).previous_hash,
  });
  await sink.deliver(records, AbortSignal.any([signal, AbortSignal.timeout(deliveryMs)]));
  await storeStreamed(ctx.db, last.position);
  for (const record of records) {
    if (!('gap' in record)) continue;
    telemetry.gap();
    ctx.logger.error(record.gap, 'the audit log has a gap: entries were removed or changed');
  }
  return last;
}

/** Undefined for entries that do not exist, except the last one that expired (`deleted`), whose hash is kept. */
async function linkAt(
  { db }: Ctx,
  position: number,
  deleted: ChainPosition,
): Promise<ChainPosition | undefined> {
  if (position === deleted.position) return deleted;
  const [entry] = await listChained(db, position - 1, 1);
  return entry?.position === position ? entry : undefined;
}

/** Inserts a gap record before each entry that was changed or does not continue the chain of the preceding entry. */
function withGaps(entries: readonly ChainedRecord[], before: ChainPosition): StreamedRecord[] {
  let last = before;
  return entries.flatMap((entry): StreamedRecord[] => {
    const reason = faultOf(entry, last);
    const from = Math.min(last.position + 1, entry.position);
    last = entry;
    if (reason === undefined) return [entry];
    return [{ gap: { from, to: Math.max(from, entry.position - 1), reason } }, entry];
  });
}

type Telemetry = { waiting(entries: number): void; gap(): void };

function createTelemetry({ registry }: Ctx): Telemetry {
  const waiting = new Gauge({
    name: 'parley_user_admin_audit_stream_waiting',
    help: 'Chained entries of the audit log that the receiver of the stream has not confirmed.',
    registers: [registry],
  });
  const gaps = new Counter({
    name: 'parley_user_admin_audit_gaps_total',
    help: 'Gaps in the streamed audit log: entries were removed or changed.',
    registers: [registry],
  });
  return { waiting: (entries) => waiting.set(entries), gap: () => gaps.inc() };
}
