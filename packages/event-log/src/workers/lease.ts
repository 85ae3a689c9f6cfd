import { every, type Repeating } from '@parley/core';
import { RecordConflictError } from '../errors.ts';
import { jsonCodec, type Records, type StoredRecord } from '../nats/records.ts';

/** A worker has handled all events of the epoch up to and including the event ID `after`. */
export type WorkPosition = { epoch: string; after: number };

/** The holder of a lease and the worker's progress. An empty `holder` means that the lease is free. */
export type LeaseRecord = WorkPosition & { holder: string };

export const leaseCodec = jsonCodec<LeaseRecord>();

/** Interval in milliseconds at which the holder checks whether to renew its lease (`isRenewalDue`). */
const RENEW_MS = 1000;
/** Interval of renewals in milliseconds while there is no work and no other replica waits for the lease. */
const REST_RENEW_MS = 15_000;
/** How long after a notice of a waiting replica the holder renews its lease at each check, in milliseconds. */
const CONTESTED_MS = 5000;
/** Milliseconds without a renewal after which a waiting replica may take the lease. */
const LEASE_MS = 3000;
/** Milliseconds after which a holder stops without a renewal; less than `LEASE_MS`, so it stops before another takes over. */
const HELD_MS = 2250;
/** Minimum time in milliseconds between two background writes of the position. */
const SAVE_MS = 100;

const renewals = new Set<() => void>();
let renewing: Repeating | undefined;

/**
 * Calls a function every `RENEW_MS` milliseconds. All workers of a process share one timer, so that the process wakes up once.
 * @returns a function that ends the calls
 */
export function onRenewal(renew: () => void): () => void {
  renewals.add(renew);
  renewing ??= every(RENEW_MS, () => {
    for (const each of renewals) each();
  });
  return () => {
    renewals.delete(renew);
    if (renewals.size > 0) return;
    renewing?.stop();
    renewing = undefined;
  };
}

/** Result of an attempt to acquire a lease. `nothing to do` means that there is no log yet. */
export type Acquired = 'held' | 'held by another' | 'nothing to do';

/**
 * A lease: the right of one replica at a time to do a worker's work, stored in one record together with the worker's progress.
 * The record is changed by compare-and-set. Clocks of different machines are never compared: the holder counts from the time
 * before its write, and other replicas count from the time at which they first read the written value.
 *
 * While the holder has no work and no other replica waits, it renews the lease rarely. Between these renewals it does not hold
 * the lease, and must renew it before it works.
 */
export class Lease {
  /** The worker's progress. The holder sets it; in a replica that waits, it is the stored one as last read. */
  position: WorkPosition = { epoch: '', after: 0 };
  readonly #records: Records<LeaseRecord>;
  readonly #key: string;
  readonly #holder: string;
  #revision = 0;
  #exists = false;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  /** The last revision of another holder that was read, and the monotonic time at which it was first read. */
  #seen = { revision: 0, atMs: 0 };
  #writing: Promise<void> | undefined;
  #savedAtMs = 0;
  /** The progress that is stored in the record. */
  #saved: WorkPosition = this.position;
  #contestedAtMs = Number.NEGATIVE_INFINITY;
  /** Whether this replica has made the last write, as far as it knows. */
  #isOwn = false;

  constructor(records: Records<LeaseRecord>, key: string, holder: string) {
    this.#records = records;
    this.#key = key;
    this.#holder = holder;
  }

  /** Returns whether it is certain that no other replica holds the lease. */
  isHeld(): boolean {
    return performance.now() - this.#renewedAtMs < HELD_MS;
  }

  /**
   * Acquires the lease if it is free, this replica is its stored holder, or another holder has not renewed it in time.
   * @param begin returns the progress with which a worker starts when it has no record; undefined when there is no log yet
   */
  async acquire(begin: () => Promise<WorkPosition | undefined>): Promise<Acquired> {
    const found = await this.#find();
    const position = found?.value ?? (await begin());
    if (!position) return 'nothing to do';
    this.position = { epoch: position.epoch, after: position.after };
    if (found && !this.#mayTake(found)) return 'held by another';
    this.#revision = found?.revision ?? 0;
    try {
      await this.#write(this.#holder);
      return 'held';
    } catch (error) {
      if (error instanceof RecordConflictError) return 'held by another';
      throw error;
    }
  }

  /** Records that another replica waits for the lease, so that the lease is renewed more often. */
  contested(): void {
    this.#contestedAtMs = performance.now();
  }

  /** Returns whether to renew the lease now. The caller asks every `RENEW_MS` milliseconds. */
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

  /** Renews the lease and stores the progress. @throws RecordConflictError when another replica has taken the lease */
  async renew(): Promise<void> {
    while (this.#writing) await this.#writing.catch(() => undefined);
    await this.#write(this.#holder);
  }

  /** Stores the progress in the background, at most every `SAVE_MS`. Failures are ignored: the next renewal detects a lost lease. */
  save(): void {
    if (this.#writing || performance.now() - this.#savedAtMs < SAVE_MS) return;
    this.#write(this.#holder).catch(() => undefined);
  }

  /** Frees the lease, so that another replica can acquire it immediately. */
  async release(): Promise<void> {
    while (this.#writing) await this.#writing.catch(() => undefined);
    if (!this.#isOwn) return;
    await this.#write('');
    this.#isOwn = false;
    this.#renewedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Reads the record, after checking that the bucket has any: nats-server 2.9 crashes on a read during its creation. */
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
