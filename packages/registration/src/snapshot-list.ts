import { containsSnapshot, type Query, sql } from '@parley/db';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';

/**
 * A list that was not used for this long is read as a whole, in milliseconds. The database keeps the changes of two
 * days.
 */
const maxAgeMs = 24 * 3_600_000;

/** Maximum number of changed entries that are read separately. When more changed, the whole list is read. */
const maxChanged = 2_000;

/**
 * Selects the identifier of the history to which transaction IDs belong. A failover or a restored backup begins another
 * history. The first eight digits of the name of a write-ahead file are the timeline.
 */
export const lineage: Query = sql`
  (select system_identifier from pg_control_system()) || ' '
    || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8)`;

/** A list as one snapshot of the database shows it. */
export interface SnapshotList {
  /** The list is read as a whole when this changes. */
  readonly lineage: string;
  readonly snapshot: Snapshot;
  /** Unix time in milliseconds. */
  readonly usedAt: number;
  /** Whether the list is small enough to be kept. */
  readonly isKept: boolean;
}

/** The functions that read a list, in a transaction `tx` whose snapshot is given. */
export interface ListSource<Tx, List extends SnapshotList> {
  /**
   * Returns the IDs of the entries that changed in a transaction which a snapshot may not show.
   * @param xmin of that snapshot: all transactions with lower IDs were finished
   */
  listChanges(tx: Tx, xmin: number): Promise<{ lineage: string; ids: number[] }>;
  readAll(tx: Tx, snapshot: Snapshot): Promise<List>;
  /** Returns the list with these entries as they are now. */
  readChanged(tx: Tx, list: List, snapshot: Snapshot, ids: readonly number[]): Promise<List>;
}

/**
 * Keeps a list as one snapshot of the database shows it. Each registration needs the list as its own snapshot shows
 * it, and between two registrations little changes: the changed entries are read, the others are reused
 * (docs/decisions/shared-registration.md).
 */
export class SnapshotListCache<Tx, List extends SnapshotList> {
  readonly #source: ListSource<Tx, List>;
  #latest: List | undefined;
  #reading: Promise<unknown> | undefined;
  /** Lists that were read in running transactions, by their snapshots. */
  readonly #read = new WeakMap<Promise<Snapshot>, Promise<List>>();

  constructor(source: ListSource<Tx, List>) {
    this.#source = source;
  }

  /** Returns the list as the snapshot of the transaction shows it. A transaction reads it once. */
  read(tx: Tx, snapshot: Promise<Snapshot>): Promise<List> {
    const existing = this.#read.get(snapshot);
    if (existing) return existing;
    const list = this.#readIn(tx, snapshot);
    this.#read.set(snapshot, list);
    return list;
  }

  async #readIn(tx: Tx, taken: Promise<Snapshot>): Promise<List> {
    // Reading the whole list takes long. Registrations that arrive meanwhile wait for it and read only the changes.
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

  /** Replaces the kept list, unless the kept one has a later snapshot. */
  #keep(list: List): List {
    const latest = this.#latest;
    const isOlder = latest?.lineage === list.lineage && !containsSnapshot(list.snapshot, latest.snapshot);
    if (!isOlder) this.#latest = list.isKept ? list : undefined;
    return list;
  }
}
