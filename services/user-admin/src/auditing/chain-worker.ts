/**
 * Adds the entries of the audit log to a hash chain (docs/decisions/audit-log.md). Changes store their entries without a lock
 * and without a hash. One replica at a time appends the committed entries to the chain, and deletes expired ones.
 */
import { rest } from '@parley/core';
import type { Tx } from '@parley/db';
import { type BackgroundWorker, backgroundWorker } from '../kernel/background-worker.ts';
import { pollInterval } from '../kernel/poll-interval.ts';
import type { Ctx } from './context.ts';
import { type Chain, deleteExpired, isUnchained, listUnchained, lockChain, storeLinks } from './db/chain.ts';
import { type ChainedRecord, commitmentsOf, hashOf } from './domain/chain.ts';

const intervalMs = 1_000;
const retentionEveryMs = 60_000;
const batch = 500;

export function createChainWorker(ctx: Ctx): BackgroundWorker {
  return backgroundWorker((signal) => run(ctx, signal));
}

async function run(ctx: Ctx, signal: AbortSignal): Promise<void> {
  const pauseAfter = pollInterval(intervalMs);
  let deletedAt = 0;
  while (!signal.aborted) {
    let hasFound = false;
    try {
      ctx.writeGuard.check();
      for (let count = batch; count === batch && !signal.aborted; hasFound ||= count > 0) {
        count = await chainNext(ctx);
      }
      if (performance.now() - deletedAt > retentionEveryMs || deletedAt === 0) {
        while (!signal.aborted && (await deleteOldest(ctx)) === batch);
        deletedAt = performance.now();
      }
    } catch (error) {
      ctx.logger.warn({ err: error }, 'the audit log could not be chained; retrying at the next interval');
    }
    await rest(pauseAfter(hasFound), signal).catch(() => undefined);
  }
}

async function chainNext({ db }: Pick<Ctx, 'db'>): Promise<number> {
  if (!(await isUnchained(db))) return 0;
  return db.tx(async (tx) => {
    const chain = await lockChain(tx);
    return chain ? append(tx, chain) : 0;
  });
}

async function append(tx: Tx, { head }: Chain): Promise<number> {
  let { position, hash } = head;
  const records = (await listUnchained(tx, batch)).map((entry): ChainedRecord => {
    const record = { position: ++position, ...entry, ...commitmentsOf(entry), previous_hash: hash };
    hash = hashOf(record);
    return { ...record, hash };
  });
  await storeLinks(tx, records);
  return records.length;
}

/** Deletes expired entries and returns their number. Keeps entries that the receiver of the stream has not acknowledged. */
async function deleteOldest({ db, config }: Ctx): Promise<number> {
  const { retentionDays: days, stream } = config.audit;
  if (days === 0) return 0;
  return db.tx(async (tx) => {
    const chain = await lockChain(tx);
    if (!chain) return 0;
    const maxPosition = stream ? chain.streamedPosition : chain.head.position;
    return deleteExpired(tx, chain, { days, maxPosition, limit: batch });
  });
}
