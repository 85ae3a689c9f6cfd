import { RecordConflictError } from './errors.ts';
import { jsonCodec, type Records, type StoredRecord } from './records.ts';

/** How far work has come: every event up to and including `after` (an event ID of the epoch) was handled. */
export type WorkPosition = { epoch: string; after: number };

/** Who works and how far it has come, as it is stored. Nobody holds it while `holder` is empty. */
export type LeaseRecord = WorkPosition & { holder: string };

export const leaseCodec = jsonCodec<LeaseRecord>();

/** How often a holder says that it lives. */
export const RENEW_MS = 750;
/** Without a sign of life for so long, somebody else takes over. */
const LEASE_MS = 3000;
/** A holder that could not renew for so long stops before anybody else begins. */
const HELD_MS = 2250;
/** Positions are stored at most so often between renewals. */
const SAVE_MS = 100;

/** What came of asking for a lease. */
export type Acquired = 'held' | 'held by another' | 'nothing to do';

/**
 * The right to do a worker's work, held by one replica at a time, together with how far the work has come. It is one
 * record, changed by compare-and-set. No clocks are compared: a holder counts from before it wrote, others from when
 * they first saw what it wrote.
 */
export class Lease {
  /** Set by the holder; stored with the next renewal or `save`. */
  position: WorkPosition = { epoch: '', after: 0 };
  readonly #records: Records<LeaseRecord>;
  readonly #key: string;
  readonly #holder: string;
  #revision = 0;
  #exists = false;
  #renewedAtMs = Number.NEGATIVE_INFINITY;
  /** The revision of somebody else's that was seen last, and since when. */
  #seen = { revision: 0, atMs: 0 };
  #writing: Promise<void> | undefined;
  #savedAtMs = 0;

  constructor(records: Records<LeaseRecord>, key: string, holder: string) {
    this.#records = records;
    this.#key = key;
    this.#holder = holder;
  }

  /** Whether nobody else can have begun to work. */
  isHeld(): boolean {
    return performance.now() - this.#renewedAtMs < HELD_MS;
  }

  /**
   * Takes the lease if it is free, was this replica's, or its holder is silent; `begin` tells where work begins that
   * nobody ever did.
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

  /** Says that this replica lives and how far it is. @throws RecordConflictError when somebody else took over */
  async renew(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    await this.#write(this.#holder);
  }

  /** Stores the position soon; a failure is found by the next renewal. */
  save(): void {
    if (this.#writing || performance.now() - this.#savedAtMs < SAVE_MS) return;
    this.#write(this.#holder).catch(() => undefined);
  }

  /** Lets others begin at once. */
  async release(): Promise<void> {
    await this.#writing?.catch(() => undefined);
    if (!this.isHeld()) return;
    await this.#write('');
    this.#renewedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** nats-server 2.9 dies of a question for a record while the bucket comes to be: it is asked once there is one. */
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
    const record = { ...this.position, holder };
    const stored =
      this.#revision === 0
        ? this.#records.create(this.#key, record)
        : this.#records.update(this.#key, record, this.#revision);
    const writing = stored
      .then((revision) => {
        this.#revision = revision;
        this.#renewedAtMs = startedMs;
      })
      .finally(() => {
        if (this.#writing === writing) this.#writing = undefined;
      });
    this.#writing = writing;
    return writing;
  }
}
