import { type Db, sql } from '@parley/db';
import { logNames, type NatsSource } from '@parley/event-log';
import { Freshness } from '@parley/proto/events/v1/log';

export type LogReached = {
  /** False when everything that was committed before the call takes longer than `withinMs`. */
  reached(withinMs: number): Promise<boolean>;
};

/** Follows the relay's announcements of how far the log has come. The relay copies events from the database to the log. */
export function followLogHead(nats: NatsSource, prefix: string, db: Db): LogReached {
  const waiting = new Set<(lsn: number) => void>();
  let connection: Awaited<NatsSource> | undefined;
  const listen = async () => {
    connection = await nats;
    connection.subscribe(logNames(prefix).freshness, {
      callback: (error, message) => {
        if (error || waiting.size === 0) return;
        const { lsn } = Freshness.decode(message.data);
        for (const notify of waiting) notify(lsn);
      },
    });
  };
  // Without a connection there are no announcements, and `reached` returns false.
  listen().catch(() => undefined);
  return {
    async reached(withinMs) {
      const { lsn } = await db.one<{ lsn: number }>(sql`
        select (pg_current_wal_insert_lsn() - '0/0')::int8 as lsn`);
      const { promise, resolve } = Promise.withResolvers<boolean>();
      const notify = (announced: number) => {
        if (announced >= lsn) resolve(true);
      };
      const timer = setTimeout(() => resolve(false), withinMs);
      waiting.add(notify);
      if (connection && !connection.isClosed()) connection.publish(logNames(prefix).freshnessAsked);
      try {
        return await promise;
      } finally {
        waiting.delete(notify);
        clearTimeout(timer);
      }
    },
  };
}
