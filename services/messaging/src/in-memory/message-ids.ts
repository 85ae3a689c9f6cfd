import { type Logger, ParleyError, retry } from '@parley/core';
import type { Db } from '@parley/db';
import { beginIdsAt, readIdStart } from '../db/message-ids.ts';
import { importRange } from '../domain/import-range.ts';

const retries = { baseMs: 200, maxMs: 5_000 };

/**
 * Lets the IDs of messages begin where the operator wants them to, in a deployment that has used none. Elsewhere it only says so in
 * the log. Retries until the database answers. The returned function tells whether that is done.
 */
export function beginMessageIds(
  db: Db,
  configured: number,
  logger: Logger,
  signal: AbortSignal,
): () => boolean {
  let isDone = false;
  const onRetry = (err: unknown) => {
    const isUnavailable = err instanceof ParleyError && err.status === 503;
    if (!isUnavailable) logger.error({ err }, 'where message IDs begin could not be set; trying again');
  };
  const begin = async () => {
    await beginOnce(db, configured, logger);
    isDone = true;
  };
  retry(begin, { ...retries, signal, onRetry }).catch((err: unknown) => {
    if (!signal.aborted) logger.error({ err }, 'where message IDs begin could not be set');
  });
  return () => isDone;
}

async function beginOnce(db: Db, configured: number, logger: Logger): Promise<void> {
  const before = await readIdStart(db);
  if (before.first === configured) return;
  const first = before.isOpen ? await beginIdsAt(db, configured) : before.first;
  if (first === configured) {
    logger.info({ firstMessageId: first }, 'message IDs begin here');
    return;
  }
  const facts = { firstMessageId: first, configured };
  const text = 'PARLEY_FIRST_MESSAGE_ID has no effect, because messages have IDs already';
  // Organizations of the first releases began at 1. They need no setting.
  if (configured === importRange.to) logger.info(facts, text);
  else logger.warn(facts, text);
}
