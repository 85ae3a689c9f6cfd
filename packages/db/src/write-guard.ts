import { errors, type Logger } from '@parley/core';
import type { Db } from './db.ts';
import { sql } from './sql.ts';

export type WriteGuard = {
  /**
   * Rejects writes while the replication slot, and with it the events for all clients, could be lost.
   * @throws UNAVAILABLE when writes are rejected
   */
  check(): void;
  stop(): void;
};

/** Minimum number of bytes that the replication slot may still retain before writes are rejected. */
const reserveBytes = 64 * 1024 * 1024;

/**
 * Creates a guard, which watches how much more write-ahead log the replication slot may retain (`max_slot_wal_keep_size`). Writes
 * are rejected before this limit is reached. Without writes the guard does not watch, unless writes are rejected. The first write
 * after a pause starts it again.
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
  let isWatching = true;
  const watch = async () => {
    isWatching = true;
    isUsed = false;
    await readHeadroom().catch((error: Error) =>
      logger.debug({ reason: error.message }, 'the space for write-ahead log could not be read'),
    );
    if (!isStopped) timer = setTimeout(watchOn, everyMs).unref();
  };
  // A reading is never sooner than the interval, so a sender who writes now and then does not cause one for each write.
  // `check` decides by the last completed reading. While it rejects writes, the guard keeps watching without writes, too.
  // Otherwise the first write after the space is back would be rejected.
  const watchOn = () => {
    isWatching = isUsed || !hasHeadroom;
    if (isWatching) void watch();
  };
  timer = setTimeout(watchOn, everyMs).unref();
  return {
    check() {
      isUsed = true;
      if (!isWatching && !isStopped) void watch();
      if (!hasHeadroom) throw errors.unavailable('The server is catching up. Please try again.');
    },
    stop() {
      isStopped = true;
      clearTimeout(timer);
    },
  };
}
