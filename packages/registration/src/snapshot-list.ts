import { containsSnapshot, type Query, sql } from '@parley/db';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';

/** Milliseconds without use after which a list is read completely. The database stores the changes of the last two days. */
const maxAgeMs = 24 * 3_600_000;

/** Maximum number of changed entries that are read separately. When there are more, the list is read completely. */
const maxChanged = 2_000;

/**
 * Returns an SQL expression for an identifier of the history to which the rows of a table of changes belong. It changes after a
 * failover, and after a backup is restored: into another server, into another database of the server, or into the same database
 * after its tables were truncated. It consists of the identifier of the database system, the timeline (the first eight digits of
 * the name of a write-ahead log file), the ID of the database and the file of the table.
 * @param table name of the table of changes in the caller's schema
 */
export const lineageOf = (table: string): Query => sql`
  (select system_identifier from pg_control_system()) || ' '
    || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || ' '
    || (select oid from pg_database where datname = current_database()) || ' '
    || pg_relation_filenode(${table}::regclass)`;

export interface SnapshotList {
  /** When it changes, the list is read completely. */
  readonly lineage: string;
  readonly snapshot: Snapshot;
  /** Time of the last use, in milliseconds since the Unix epoch. */
  readonly usedAt: number;
  /** Whether the list is small enough to be cached. */
  readonly isKept: boolean;
}

/** Functions that read a list from the database. They run in a transaction `tx` with the given snapshot. */
export interface ListSource<Tx, List extends SnapshotList> {
  /**
   * Returns the current lineage, and the IDs of the entries that changed in a transaction that a snapshot may not contain.
   * @param xmin of the snapshot: it contains all transactions with lower IDs that committed
   */
  listChanges(tx: Tx, xmin: number): Promise<{ lineage: string; ids: number[] }>;
  readAll(tx: Tx, snapshot: Snapshot): Promise<List>;
  /** Returns a copy of the list for a later snapshot, in which the entries with these IDs are read again. */
  readChanged(tx: Tx, list: List, snapshot: Snapshot, ids: readonly number[]): Promise<List>;
}

/**
 * Caches a list of the database. Each registration (the request for a client's initial data) needs the list as it is in its own
 * snapshot, and little changes between two registrations. So only the changed entries are read, and the others are reused
 * (docs/decisions/shared-registration.md).
 */
export class SnapshotListCache<Tx, List extends SnapshotList> {
  readonly #source: ListSource<Tx, List>;
  #latest: List | undefined;
  #reading: Promise<unknown> | undefined;
  /** The lists that transactions have read, by their snapshots. */
  readonly #read = new WeakMap<Promise<Snapshot>, Promise<List>>();

  constructor(source: ListSource<Tx, List>) {
    this.#source = source;
  }

  /** Returns the list as it is in the transaction's snapshot. A transaction reads it only once. */
  read(tx: Tx, snapshot: Promise<Snapshot>): Promise<List> {
    const existing = this.#read.get(snapshot);
    if (existing) return existing;
    const list = this.#readIn(tx, snapshot);
    this.#read.set(snapshot, list);
    return list;
  }

  async #readIn(tx: Tx, taken: Promise<Snapshot>): Promise<List> {
    // Reading the whole list takes long. Registrations that arrive in this time wait until the list is cached, and then read
    // only the changes.
    await this.#reading;
    const latest = this.#latest;
    if (latest && Date.now() - latest.usedAt < maxAgeMs) {
      const [snapshot, changes] = await Promise.all([
        taken,
        this.#source.listChanges(tx, latest.snapshot.xmin),
      ]);
      const isLater = changes.lineage === latest.lineage && containsSnapshot(snapshot, latest.snapshot);
      if (isLater && changes.ids.length <= maxChanged) {
        return this.#keep(await this.#source.readChanged(tx, latest, snapshot, changes.ids));
      }
    }
    const reading = taken.then((snapshot) => this.#source.readAll(tx, snapshot));
    const settled = reading.catch(() => undefined);
    this.#reading = settled;
    try {
      return this.#keep(await reading);
    } finally {
      if (this.#reading === settled) this.#reading = undefined;
    }
  }

  /** Caches a list, unless the cached one is from a later snapshot. A list that is not to be kept empties the cache. */
  #keep(list: List): List {
    const latest = this.#latest;
    const isOlder = latest?.lineage === list.lineage && !containsSnapshot(list.snapshot, latest.snapshot);
    if (!isOlder) this.#latest = list.isKept ? list : undefined;
    return list;
  }
}
