import { RecordConflictError } from './errors.ts';
import { jsonCodec, type Records, type StoredRecord } from './records.ts';

/** Progress of a worker. Every event up to and including `after` (an event ID of the epoch) is handled. */
export type WorkPosition = { epoch: string; after: number };

/** A stored lease: its holder and the progress of the work. A lease with an empty `holder` is free. */
export type LeaseRecord = WorkPosition & { holder: string };

export const leaseCodec = jsonCodec<LeaseRecord>();

/** Interval in which the holder renews its lease while that is necessary (`isRenewalDue`), milliseconds. */
const RENEW_MS = 1000;
/** Interval of renewals while no other replica stands by and the holder has nothing to do, milliseconds. */
const REST_RENEW_MS = 15_000;
/** Time after the last notice of a replica that stands by in which the holder renews its lease often, milliseconds. */
const CONTESTED_MS = 5000;
/** Time without a renewal after which another replica takes over, milliseconds. */
const LEASE_MS = 3000;
/**
 * Time without a renewal after which the holder stops, milliseconds. It is shorter than `LEASE_MS`, so the holder stops
 * before another replica takes over.
 */
const HELD_MS = 2250;
/** Minimum time between two writes of the position, milliseconds. */
const SAVE_MS = 100;

const renewals = new Set<() => void>();
let renewing: NodeJS.Timeout | undefined;

/**
 * Calls a function whenever leases are to be renewed. All workers of a process share one timer, so that they wake it up
 * once. Returns a function that ends this.
 */
export function onRenewal(renew: () => void): () => void {
  renewals.add(renew);
  renewing ??= setInterval(() => {
    for (const each of renewals) each();
  }, RENEW_MS);
  return () => {
    renewals.delete(renew);
    if (renewals.size > 0) return;
    clearInterval(renewing);
    renewing = undefined;
  };
}

/** Result of an attempt to acquire a lease. */
export type Acquired = 'held' | 'held by another' | 'nothing to do';

/**
 * The right to do the work of a worker, held by one replica at a time, together with the progress of the work. It is
 * one record, changed by compare-and-set. No clocks of different machines are compared: the holder counts from the time
 * before its write, other replicas count from the time when they first read the written value.
 *
 * While the holder rests and no other replica stands by, it renews the lease rarely and does not hold it meanwhile. It
 * must then renew it before it works.
 */
export class Lease {
  /** Set by the holder. The next renewal or `save` stores it. */
  position: WorkPosition = { epoch: '', after: 0 };
  readonly #records: Records<LeaseRecord>;
  readonly #key: string;
  readonly #holder: string;
  #revision = 0;
  #exists = false;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  /** The last revision that was read of another holder, and when it was first read. */
  #seen = { revision: 0, atMs: 0 };
  #writing: Promise<void> | undefined;
  #savedAtMs = 0;
  /** The position in the record. */
  #saved: WorkPosition = this.position;
  #contestedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether the last write was of this replica, as far as it knows. */
  #isOwn = false;

  constructor(records: Records<LeaseRecord>, key: string, holder: string) {
    this.#records = records;
    this.#key = key;
    this.#holder = holder;
  }

  /** Returns whether it is certain that no other replica has taken over. */
  isHeld(): boolean {
    return performance.now() - this.#renewedAtMs < HELD_MS;
  }

  /**
   * Acquires the lease when it is free, belonged to this replica, or was not renewed in time. `begin` returns the
   * position at which the work starts when there is no record yet.
   */
  async acquire(begin: () => Promise<WorkPosition | undefined>): Promise<Acquired> {
    const found = await this.#find();
    if (found && !this.#mayTake(found)) return 'held by another';
    const position = found?.value ?? (await begin());
    if (!position) return 'nothing to do';
    this.position = { epoch: position.epoch, after: position.after };
    this.#revision = found?.revision ?? 0;
    try {
      await this.#write(this.#holder);
      return 'held';
    } catch (error) {
      if (error instanceof RecordConflictError) return 'held by another';
      throw error;
    }
  }

  /** Notes that another replica stands by, which takes over when the lease is not renewed in time. */
  contested(): void {
    this.#contestedAtMs = performance.now();
  }

  /** Returns whether the lease is to be renewed now. It is to be asked every `RENEW_MS`. */
  isRenewalDue(isWorking: boolean): boolean {
    const now = performance.now();
    const { epoch, after } = this.#saved;
    return (
      isWorking ||
      now - this.#contestedAtMs < CONTESTED_MS ||
      now - this.#renewedAtMs >= REST_RENEW_MS ||
      epoch !== this.position.epoch ||
      after !== this.position.after
    );
  }

  /** Renews the lease and stores the position. @throws RecordConflictError when another replica took over */
  async renew(): Promise<void> {
    while (this.#writing) await this.#writing.catch(() => undefined);
    await this.#write(this.#holder);
  }

  /** Stores the position in the background. The next renewal finds a failure. */
  save(): void {
    if (this.#writing || performance.now() - this.#savedAtMs < SAVE_MS) return;
    this.#write(this.#holder).catch(() => undefined);
  }

  /** Frees the lease, so that another replica can begin immediately. */
  async release(): Promise<void> {
    while (this.#writing) await this.#writing.catch(() => undefined);
    if (!this.#isOwn) return;
    await this.#write('');
    this.#isOwn = false;
    this.#renewedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Reads the record after its bucket exists: nats-server 2.9 crashes on a read while the bucket is being created. */
  async #find(): Promise<StoredRecord<LeaseRecord> | undefined> {
    if (!this.#exists && (await this.#records.count()) === 0) return undefined;
    this.#exists = true;
    return await this.#records.get(this.#key);
  }

  #mayTake({ value, revision }: StoredRecord<LeaseRecord>): boolean {
    if (value.holder === '' || value.holder === this.#holder) return true;
    const now = performance.now();
    if (this.#seen.revision !== revision) this.#seen = { revision, atMs: now };
    return now - this.#seen.atMs >= LEASE_MS;
  }

  #write(holder: string): Promise<void> {
    const startedMs = performance.now();
    this.#savedAtMs = startedMs;
    const { position } = this;
    const record = { ...position, holder };
    const stored =
      this.#revision === 0
        ? this.#records.create(this.#key, record)
        : this.#records.update(this.#key, record, this.#revision);
    const writing = stored
      .then((revision) => {
        this.#revision = revision;
        this.#renewedAtMs = startedMs;
        this.#saved = position;
        this.#isOwn = true;
      })
      .catch((error: unknown) => {
        if (error instanceof RecordConflictError) this.#isOwn = false;
        throw error;
      })
      .finally(() => {
        if (this.#writing === writing) this.#writing = undefined;
      });
    this.#writing = writing;
    return writing;
  }
}
