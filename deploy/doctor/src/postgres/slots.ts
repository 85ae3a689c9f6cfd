import { createHash } from 'node:crypto';
import { firstItem } from '@parley/core';
import type pg from 'pg';
import { type Finding, fail, ok, size, warn } from '../finding.ts';
import { standbyCount } from './settings.ts';

export type SlotFacts = {
  slot_name: string;
  database: string | null;
  active: boolean;
  wal_status: string | null;
  /** Bytes of write-ahead log that can still be written before the slot becomes unusable; null without a limit. */
  safe_bytes: number | null;
  /** Bytes of write-ahead log that the slot keeps on disk. */
  held_bytes: number;
  failover: boolean | null;
};

export type SlotsFacts = {
  database: string;
  standbys: number;
  publication: boolean;
  slots: readonly SlotFacts[];
};

const RESERVE_BYTES = 64 * 2 ** 20;

export async function readSlots(client: pg.ClientBase): Promise<SlotsFacts> {
  const { rows: slots } = await client.query<SlotFacts>(`
    select slot_name, database, active, wal_status, safe_wal_size::float8 as safe_bytes,
           coalesce(pg_wal_lsn_diff(case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end,
             restart_lsn), 0)::float8 as held_bytes,
           (to_jsonb(s) ->> 'failover')::bool as failover
      from pg_replication_slots s order by slot_name`);
  const { rows } = await client.query<Omit<SlotsFacts, 'slots'>>(`
    select current_database() as database,
           ${standbyCount} as standbys,
           exists (select from pg_publication where pubname = 'parley_relay') as publication`);
  return { ...firstItem(rows), slots };
}

/** Returns the prefix of the names of the relay's replication slots for a database. A generation number follows the prefix. */
export function slotPrefix(database: string): string {
  const readable = database
    .toLowerCase()
    .replace(/[^a-z0-9_]/g, '_')
    .slice(0, 24);
  return `parley_relay_${readable}_${createHash('sha256').update(database).digest('hex').slice(0, 8)}_`;
}

/** Checks that the relay's replication slot exists and is healthy, and that no other slot fills the disk without a reader. */
export function judgeSlots({ database, standbys, publication, slots }: SlotsFacts): Finding[] {
  const ours = slots.filter(({ slot_name }) => slot_name.startsWith(slotPrefix(database)));
  return [
    publication
      ? ok('postgres.publication', 'The publication parley_relay is there.')
      : fail(
          'postgres.publication',
          'The publication parley_relay is missing: the relay cannot start.',
          'Run the migrations of this release; if they are recorded as applied, run `create publication parley_relay`.',
        ),
    ...judgeOurs(ours, standbys),
    ...slots.filter((slot) => !ours.includes(slot)).flatMap(judgeForeign),
  ];
}

function judgeOurs(ours: readonly SlotFacts[], standbys: number): Finding[] {
  const check = 'postgres.slot';
  const usable = ours.filter(({ wal_status }) => wal_status !== 'lost');
  if (usable.length === 0) {
    return [
      fail(
        check,
        ours.length === 0
          ? 'The relay has no replication slot here.'
          : 'The replication slot of the relay is lost.',
        'Start the relay: it makes a slot and begins a new epoch (clients register again). If it runs, read its log.',
      ),
    ];
  }
  const slot = usable.find(({ active }) => active) ?? firstItem(usable);
  const findings: Finding[] = [
    slot.active
      ? ok(check, `The relay reads the slot ${slot.slot_name}, which holds back ${size(slot.held_bytes)}.`)
      : fail(
          check,
          `No process reads the slot ${slot.slot_name}; it holds back ${size(slot.held_bytes)} and no event is delivered.`,
          'Start the relay, or read its log if it runs (docs/operations/runbooks/parley-relay-absent.md).',
        ),
  ];
  if (slot.safe_bytes !== null && slot.safe_bytes <= RESERVE_BYTES) {
    findings.push(
      fail(
        'postgres.slot_room',
        `${size(Math.max(0, slot.safe_bytes))} may be written before the slot is lost: writes are refused.`,
        'Bring the relay back; raise max_slot_wal_keep_size if the disk has room (docs/operations/runbooks/parley-wal-room-low.md).',
      ),
    );
  }
  if (standbys > 0 && slot.failover === false) {
    findings.push(
      warn(
        'postgres.slot_failover',
        'The slot does not fail over with the standby: after a failover every client registers again.',
        'Nothing is lost by it. With PostgreSQL 17 or newer, let the operator synchronize logical slots.',
      ),
    );
  }
  return findings;
}

function judgeForeign({ slot_name, active, held_bytes, wal_status }: SlotFacts): Finding[] {
  if (active || held_bytes <= 0 || wal_status === 'lost') return [];
  return [
    warn(
      'postgres.slot_unused',
      `The slot ${slot_name}, which no process reads, holds back ${size(held_bytes)} of write-ahead log, and all that is written from now on.`,
      `Start its reader; if that is gone for good, run \`select pg_drop_replication_slot('${slot_name}')\`.`,
    ),
  ];
}
