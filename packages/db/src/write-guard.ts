import { errors, type Logger } from '@parley/core';
import type { Db } from './db.ts';
import { sql } from './sql.ts';

export type WriteGuard = {
  /** Refuses writes while the slot may be lost, and with it every queue. @throws UNAVAILABLE */
  check(): void;
  stop(): void;
};

/** Number of bytes of write-ahead log that must remain before the replication slot would be lost. */
const reserveBytes = 64 * 1024 * 1024;

/**
 * Watches how much more write-ahead log the replication slot may retain (`max_slot_wal_keep_size`). Refuses writes
 * before that is used up. While nobody writes, nothing is read: the first write after a pause begins to watch.
 */
export function createWriteGuard(db: Db, logger: Logger, everyMs = 1_000): WriteGuard {
  let hasHeadroom = true;
  let isUsed = true;
  let isStopped = false;
  const readHeadroom = async () => {
    const { headroom } = await db.one<{ headroom: boolean }>(sql`
      select coalesce(bool_and(safe_wal_size is null or safe_wal_size > ${reserveBytes}), true) as headroom
        from pg_replication_slots
       where slot_type = 'logical' and database = current_database() and wal_status is distinct from 'lost'`);
    if (headroom !== hasHeadroom)
      logger.warn({ hasHeadroom: headroom }, 'the space for write-ahead log changed');
    hasHeadroom = headroom;
  };
  let timer: NodeJS.Timeout | undefined;
  const watch = () => {
    if (isStopped) return;
    readHeadroom().catch((error: Error) =>
      logger.debug({ reason: error.message }, 'the space for write-ahead log could not be read'),
    );
    // A guard that refuses writes keeps watching, because callers may not ask again before it allows writes.
    timer = isUsed || !hasHeadroom ? setTimeout(watch, everyMs).unref() : undefined;
    isUsed = false;
  };
  timer = setTimeout(watch, everyMs).unref();
  return {
    check() {
      isUsed = true;
      if (!timer) watch();
      if (!hasHeadroom) throw errors.unavailable('The server is catching up. Please try again.');
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
