import { createHash } from 'node:crypto';
import { parseLsn } from '@parley/event-log';
import type pg from 'pg';

/** Name of the publication, which the relay's migration creates. */
export const PUBLICATION = 'parley_relay';

/** With the database's name, because slot names are unique within a server. */
export function slotName(database: string, generation: number): string {
  const readable = database
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .slice(0, 24);
  const distinct = createHash('sha256').update(database).digest('hex').slice(0, 8);
  return `parley_relay_${readable}_${distinct}_${generation}`;
}

/** A replication slot, as the server describes it. */
export type SlotState = {
  name: string;
  /** Whether a connection is reading the slot. */
  isActive: boolean;
  /** Whether the slot is unusable, for example because the server has removed WAL that the slot needs. */
  isLost: boolean;
  /** Whether standbys may copy the slot. */
  isFailover: boolean;
  confirmedLsn: number;
  /** Number of bytes of WAL that may still be written before the slot becomes lost; undefined without a limit. */
  safeBytes: number | undefined;
  /** `reserved`, `extended`, `unreserved` or `lost` (PostgreSQL: `pg_replication_slots.wal_status`). */
  walStatus: string;
  /** Number of bytes of WAL after the slot's confirmed position. */
  lagBytes: number;
  /** Number of bytes of WAL that the slowest standby has not written; undefined when no standby has a slot. */
  standbyLagBytes: number | undefined;
};

export async function readSlot(client: pg.ClientBase, name: string): Promise<SlotState | undefined> {
  // Older versions of PostgreSQL lack some columns: `conflicting` exists since 16, `invalidation_reason` and `failover` since
  // 17. Reading them through to_jsonb gives null when they are missing.
  const { rows } = await client.query<{
    active: boolean;
    wal_status: string | null;
    safe_wal_size: string | null;
    confirmed_flush_lsn: string | null;
    lag_bytes: string | null;
    standby_lag_bytes: string | null;
    invalid: boolean;
    failover: boolean;
  }>({
    name: 'read-slot',
    text: `select active, wal_status, safe_wal_size, confirmed_flush_lsn,
                  pg_wal_lsn_diff(pg_current_wal_lsn(), confirmed_flush_lsn) as lag_bytes,
                  (select max(pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn))
                     from pg_replication_slots where slot_type = 'physical' and not temporary) as standby_lag_bytes,
                  coalesce((to_jsonb(s) ->> 'conflicting')::boolean, false)
                    or to_jsonb(s) ->> 'invalidation_reason' is not null as invalid,
                  coalesce((to_jsonb(s) ->> 'failover')::boolean, false) as failover
             from pg_replication_slots s
            where slot_name = $1 and database = current_database()`,
    values: [name],
  });
  const row = rows[0];
  if (!row) return undefined;
  return {
    name,
    isActive: row.active,
    isLost: row.invalid || row.wal_status === 'lost' || row.confirmed_flush_lsn === null,
    isFailover: row.failover,
    confirmedLsn: row.confirmed_flush_lsn === null ? 0 : parseLsn(row.confirmed_flush_lsn),
    safeBytes: row.safe_wal_size === null ? undefined : Number(row.safe_wal_size),
    walStatus: row.wal_status ?? 'lost',
    lagBytes: Number(row.lag_bytes ?? 0),
    standbyLagBytes: row.standby_lag_bytes === null ? undefined : Number(row.standby_lag_bytes),
  };
}

/** Drops a slot if it exists. @throws when a connection is reading it */
export async function dropSlot(client: pg.ClientBase, name: string): Promise<void> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1',
    [name],
  );
}

/** Drops the slots of other generations of this database, except those that a connection is reading. Returns their names. */
export async function dropOtherSlots(
  client: pg.ClientBase,
  database: string,
  keep: string,
): Promise<string[]> {
  const family = slotName(database, 0).slice(0, -1);
  const { rows } = await client.query<{ slot_name: string }>(
    `select slot_name from pg_replication_slots
      where starts_with(slot_name, $1) and slot_name <> $2 and not active and database = current_database()`,
    [family, keep],
  );
  const dropped: string[] = [];
  for (const { slot_name: name } of rows) {
    await dropSlot(client, name);
    dropped.push(name);
  }
  return dropped;
}
