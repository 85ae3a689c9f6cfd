import { firstItem } from '@parley/core';
import type pg from 'pg';
import { type Finding, fail, ok, size, warn } from '../finding.ts';

export type SettingsFacts = {
  version: number;
  in_recovery: boolean;
  encoding: string;
  locale: string;
  /** Whether the locale makes the small letters of Unicode, and classes of regular expressions know its letters. */
  folds_case: boolean;
  wal_level: string;
  fsync: boolean;
  full_page_writes: boolean;
  synchronous_commit: string;
  synchronous_standby_names: string;
  /** Value of `max_slot_wal_keep_size` in bytes; -1 without a limit. */
  max_slot_wal_keep_bytes: number;
  max_replication_slots: number;
  slots: number;
  max_wal_senders: number;
  standbys: number;
};

/** The oldest version that Parley supports, and the first version whose replication slots survive a failover. */
const OLDEST = 15;
const RECOMMENDED = 17;
/** In bytes. Services would refuse writes when the relay pauses for a few minutes under load. */
const SMALL_KEEP_BYTES = 2 ** 30;
/** Number of bytes below `max_slot_wal_keep_size` that services leave free by refusing writes (`createWriteGuard`). */
const RESERVE_BYTES = 64 * 2 ** 20;

/** Readers of logical slots and temporary connections do not count. */
export const standbyCount = `(select count(*)::int from pg_stat_replication where state in ('streaming', 'catchup')
  and pid not in (select active_pid from pg_replication_slots where slot_type = 'logical' and active_pid is not null))`;

export async function readSettings(client: pg.ClientBase): Promise<SettingsFacts> {
  const { rows } = await client.query<SettingsFacts>(`
    select current_setting('server_version_num')::int as version, pg_is_in_recovery() as in_recovery,
           current_setting('server_encoding') as encoding,
           (select datcollate || case when datctype <> datcollate then ' and ' || datctype else '' end
              from pg_database where datname = current_database()) as locale,
           lower('ÄΩЖI') = 'äωжi' and 'ж' ~ '^[[:alpha:]]$' and 'ä' ~ '^\\w$' as folds_case, current_setting('wal_level') as wal_level,
           current_setting('fsync')::bool as fsync, current_setting('full_page_writes')::bool as full_page_writes,
           current_setting('synchronous_commit') as synchronous_commit,
           current_setting('synchronous_standby_names') as synchronous_standby_names,
           (select case when setting::bigint < 0 then -1 else setting::float8 * 1048576 end
              from pg_settings where name = 'max_slot_wal_keep_size')::float8 as max_slot_wal_keep_bytes,
           current_setting('max_replication_slots')::int as max_replication_slots,
           (select count(*)::int from pg_replication_slots) as slots,
           current_setting('max_wal_senders')::int as max_wal_senders,
           ${standbyCount} as standbys`);
  return firstItem(rows);
}

/** Checks the server's settings against Parley's requirements. Returns a finding for each. */
export function judgeSettings(facts: SettingsFacts): Finding[] {
  return [
    version(facts),
    facts.in_recovery
      ? fail('postgres.primary', 'This PostgreSQL is a standby.', 'Point PARLEY_DATABASE_URL at the primary.')
      : ok('postgres.primary', 'This PostgreSQL is the primary.'),
    facts.encoding === 'UTF8'
      ? ok('postgres.encoding', 'The database is in UTF8.')
      : fail(
          'postgres.encoding',
          `The database is encoded in ${facts.encoding}.`,
          "Recreate it with `create database … encoding 'UTF8' template template0` and restore a dump into it.",
        ),
    facts.folds_case
      ? ok('postgres.locale', `The locale ${facts.locale} compares texts by Unicode.`)
      : warn(
          'postgres.locale',
          `The locale ${facts.locale} compares texts in another way than Unicode. Parley does not depend on it; other programs that read this database may.`,
          "Recreate the database with `create database … locale 'C.UTF-8' template template0` and restore a dump into it.",
        ),
    facts.wal_level === 'logical'
      ? ok('postgres.wal_level', 'wal_level is logical.')
      : fail(
          'postgres.wal_level',
          `wal_level is ${facts.wal_level}: the relay cannot read committed events.`,
          'Run `alter system set wal_level = logical` and restart PostgreSQL.',
        ),
    durability(facts),
    keepSize(facts),
    replicationCapacity(facts),
    synchronous(facts),
  ];
}

function version({ version }: SettingsFacts): Finding {
  const major = Math.floor(version / 10_000);
  const check = 'postgres.version';
  if (major < OLDEST) {
    return fail(
      check,
      `PostgreSQL is version ${major}.`,
      `Upgrade to ${RECOMMENDED} or newer; ${OLDEST} is the oldest that works.`,
    );
  }
  if (major < RECOMMENDED) {
    return warn(
      check,
      `PostgreSQL is version ${major}: replication slots do not survive a failover, so each failover makes every client register again.`,
      `Upgrade to ${RECOMMENDED} or newer and synchronize slots to the standby (\`sync_replication_slots\`).`,
    );
  }
  return ok(check, `PostgreSQL is version ${major}.`);
}

function durability({ fsync, full_page_writes, synchronous_commit }: SettingsFacts): Finding {
  const wrong = [
    ...(fsync ? [] : ['fsync is off']),
    ...(full_page_writes ? [] : ['full_page_writes is off']),
    ...(synchronous_commit === 'off' ? ['synchronous_commit is off'] : []),
  ];
  if (wrong.length === 0)
    return ok('postgres.durability', 'Commits are on disk before they are acknowledged.');
  return fail(
    'postgres.durability',
    `${wrong.join(', ')}: a crash of the machine can take back what was acknowledged.`,
    'Run `alter system reset` for each and reload the configuration.',
  );
}

function keepSize({ max_slot_wal_keep_bytes: bytes }: SettingsFacts): Finding {
  const check = 'postgres.max_slot_wal_keep_size';
  const fix =
    "Run `alter system set max_slot_wal_keep_size = '16GB'` (at most half of the free disk) and reload.";
  if (bytes < 0) {
    return fail(
      check,
      'max_slot_wal_keep_size is unlimited: a relay that is away fills the disk and stops PostgreSQL.',
      fix,
    );
  }
  if (bytes <= RESERVE_BYTES) {
    return fail(
      check,
      `max_slot_wal_keep_size is ${size(bytes)}, of which ${size(RESERVE_BYTES)} are reserved: every write is refused.`,
      fix,
    );
  }
  if (bytes < SMALL_KEEP_BYTES) {
    return warn(
      check,
      `max_slot_wal_keep_size is ${size(bytes)}: a short absence of the relay already refuses writes.`,
      fix,
    );
  }
  return ok(check, `A slot may hold back ${size(bytes)} of write-ahead log.`);
}

function replicationCapacity(facts: SettingsFacts): Finding {
  // A new epoch of the event log may need a second slot while the old one still exists.
  const slots = facts.max_replication_slots - facts.slots;
  if (slots >= 1 && facts.max_wal_senders >= 4) {
    return ok('postgres.replication_room', `${slots} more replication slots can be created.`);
  }
  return fail(
    'postgres.replication_room',
    `${facts.slots} of ${facts.max_replication_slots} replication slots are in use and max_wal_senders is ${facts.max_wal_senders}.`,
    'Set max_replication_slots and max_wal_senders to 10 or more and restart PostgreSQL; drop unused slots.',
  );
}

function synchronous({ standbys, synchronous_standby_names: names }: SettingsFacts): Finding {
  const check = 'postgres.synchronous';
  if (standbys === 0) {
    return warn(
      check,
      'No standby is connected: the loss of this machine is the loss of what was written since the last backup.',
      'Run at least one standby and set synchronous_standby_names (docs/operations/backup-restore.md).',
    );
  }
  if (names === '') {
    return warn(
      check,
      `${standbys} standbys follow asynchronously: a failover can take back the last acknowledged messages.`,
      "Set synchronous_standby_names to the names of the standbys, for instance to 'ANY 1 (standby1, standby2)'.",
    );
  }
  if (names.includes('*')) {
    const fix =
      "Name the standbys, for instance 'ANY 1 (standby1, standby2)' (docs/operations/backup-restore.md).";
    // With `*`, PostgreSQL also counts the relay's connection as a standby. But the relay confirms a commit only after it has
    // become visible, and it becomes visible only after the confirmation. So a commit may wait forever.
    return /^\s*any\b/i.test(names)
      ? warn(check, `synchronous_standby_names is ${names}: a commit may count the relay as a standby.`, fix)
      : fail(check, `synchronous_standby_names is ${names}: commits may wait for the relay forever.`, fix);
  }
  return ok(check, `Commits wait for ${names}.`);
}
