/**
 * A cache of values that another service (the owner) stores and changes.
 *
 * Invariants:
 * - An entry is the owner's value in the snapshot of its fill, changed by all later events of the log. An event whose
 *   transaction the snapshot contains is not applied again.
 * - Events that arrive during a fill are recorded, and applied to its answer.
 * - While the log is not fresh (more than 1 s behind the database), entries are neither used nor stored. After missed events or
 *   in a new epoch (a new log stream), all entries are removed, and running fills become void: their answers go only to the
 *   waiting callers.
 * - The absence of a value is never cached.
 */
import { errors, firstItem, QueueFullError, required, Semaphore } from '@parley/core';
import { isVisible } from '@parley/event-log';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { backgroundCall, type Call } from '@parley/rpc';

/** The answer of the owner: values by key, and the database snapshot in which they were read. */
export type Fill<V> = { values: ReadonlyMap<number, V>; snapshot: Snapshot };

/** The effect of an event on some values. `next` returns the new value; undefined stands for no value. */
export type Change<V> = {
  keys: readonly number[];
  transactionId: number;
  next: (value: V | undefined, key: number) => V | undefined;
};

/**
 * Where a lookup found its answer: in the cache (`cached`), or at the owner. The owner was asked because there was no entry
 * (`asked`), because the caller required it (`confirmed`), or because the log was not fresh (`stale`).
 */
export type LookupOutcome = 'cached' | 'asked' | 'confirmed' | 'stale';

export type OwnedCacheOptions<V> = {
  /** Maximum number of entries. The least recently used one is evicted. */
  limit: number;
  /** Fetches values from the service that owns them. It reads them on the database primary. */
  fetch: (keys: readonly number[], names: readonly string[], call: Call) => Promise<Fill<V>>;
  /** Returns further names of a value, by which it can be looked up. */
  namesOf?: (value: V) => readonly string[];
  /** Returns whether the follower is at most 1 s behind the database. */
  isFresh: () => boolean;
  /** Maximum number of keys and names together in one fill. */
  batchSize: number;
  count: (outcome: LookupOutcome) => void;
};

type Entry<V> = { value: V; snapshot: Snapshot };

/** A fill: one request to the owner. It collects lookups of a turn of the event loop, and later ones while it waits for a slot. */
class Batch<V> {
  readonly keys = new Set<number>();
  readonly names = new Set<string>();
  /** Changes that have arrived since the request was sent. */
  readonly changes: Change<V>[] = [];
  readonly answer = Promise.withResolvers<ReadonlyMap<number, V>>();
  /** Whether the answer goes only to the waiting callers, and is not stored in the cache. */
  isVoid = false;

  get size(): number {
    return this.keys.size + this.names.size;
  }
}

const fillTimeoutMs = 10_000;
const concurrentFills = 8;
const waitingFills = 1_000;
/** Maximum number of changes that are recorded during one fill. When there are more, the fill's answer is not stored. */
const maxChanges = 10_000;

export class OwnedCache<V> {
  readonly #options: OwnedCacheOptions<V>;
  /** Entries by key, the least recently used first. */
  readonly #entries = new Map<number, Entry<V>>();
  readonly #byName = new Map<string, number>();
  /** Fills that are not sent and still collect keys, and fills that are sent. */
  readonly #unsent = new Set<Batch<V>>();
  readonly #sent = new Set<Batch<V>>();
  readonly #slots = new Semaphore(concurrentFills, waitingFills);

  constructor(options: OwnedCacheOptions<V>) {
    this.#options = options;
  }

  get size(): number {
    return this.#entries.size;
  }

  async get(key: number, call: Call, confirm = false): Promise<V | undefined> {
    const cached = this.#cached(confirm);
    const entry = cached && this.#use(key);
    if (entry) {
      this.#options.count('cached');
      return entry.value;
    }
    return (await this.#ask([key], [], call, cached)).get(key);
  }

  async many(keys: Iterable<number>, call: Call, confirm = false): Promise<Map<number, V>> {
    const cached = this.#cached(confirm);
    const found = new Map<number, V>();
    const missing: number[] = [];
    for (const key of new Set(keys)) {
      const entry = cached && this.#use(key);
      if (entry) found.set(key, entry.value);
      else missing.push(key);
    }
    if (missing.length === 0) {
      this.#options.count('cached');
      return found;
    }
    const answer = await this.#ask(missing, [], call, cached);
    for (const key of missing) {
      const value = answer.get(key);
      if (value !== undefined) found.set(key, value);
    }
    return found;
  }

  /** Returns values by name, in the form of `namesOf`. Names without a value are absent. */
  async named(names: Iterable<string>, call: Call, confirm = false): Promise<Map<string, V>> {
    const cached = this.#cached(confirm);
    const found = new Map<string, V>();
    const missing: string[] = [];
    for (const name of new Set(names)) {
      const key = cached ? this.#byName.get(name) : undefined;
      const entry = key === undefined ? undefined : this.#use(key);
      if (entry) found.set(name, entry.value);
      else missing.push(name);
    }
    if (missing.length === 0) {
      this.#options.count('cached');
      return found;
    }
    const answer = await this.#ask([], missing, call, cached);
    const wanted = new Set(missing);
    for (const value of answer.values()) {
      for (const name of this.#namesOf(value)) if (wanted.has(name)) found.set(name, value);
    }
    return found;
  }

  /** Applies the changes of an event to entries and running fills. */
  apply(change: Change<V>): void {
    for (const batch of this.#sent) {
      if (batch.changes.length < maxChanges) batch.changes.push(change);
      else batch.isVoid = true;
    }
    for (const key of change.keys) {
      const entry = this.#entries.get(key);
      if (!entry || isVisible(change.transactionId, entry.snapshot)) continue;
      const value = change.next(entry.value, key);
      this.#forgetNames(key, entry.value);
      if (value === undefined) this.#entries.delete(key);
      else {
        entry.value = value;
        this.#rememberNames(key, value);
      }
    }
  }

  /** Removes all entries, and makes the running fills void. */
  clear(): void {
    this.#entries.clear();
    this.#byName.clear();
    for (const batch of this.#sent) batch.isVoid = true;
  }

  #cached(confirm: boolean): boolean {
    if (confirm) this.#options.count('confirmed');
    else if (!this.#options.isFresh()) this.#options.count('stale');
    else return true;
    return false;
  }

  #use(key: number): Entry<V> | undefined {
    const entry = this.#entries.get(key);
    if (entry) {
      this.#entries.delete(key);
      this.#entries.set(key, entry);
    }
    return entry;
  }

  /**
   * Fetches values from the owner.
   * @param mayJoin whether the answer of a fill that was sent before this call is acceptable. Otherwise the answer must not be
   * older than this call
   */
  async #ask(
    keys: readonly number[],
    names: readonly string[],
    call: Call,
    mayJoin: boolean,
  ): Promise<ReadonlyMap<number, V>> {
    if (mayJoin) this.#options.count('asked');
    const parts = new Set<Batch<V>>();
    for (const key of keys) {
      const batch = this.#batchWith((each) => each.keys.has(key), mayJoin);
      if (!this.#sent.has(batch)) batch.keys.add(key);
      parts.add(batch);
    }
    for (const name of names) {
      const batch = this.#batchWith((each) => each.names.has(name), mayJoin);
      if (!this.#sent.has(batch)) batch.names.add(name);
      parts.add(batch);
    }
    const answers = await withSignal(
      Promise.all([...parts].map((batch) => batch.answer.promise)),
      call.signal,
    );
    if (answers.length === 1) return firstItem(answers);
    return new Map(answers.flatMap((answer) => [...answer]));
  }

  /** Returns a fill that contains the key or name, or else one that has space for it. */
  #batchWith(holds: (batch: Batch<V>) => boolean, mayJoin: boolean): Batch<V> {
    // A void fill is not joined, because its answer may lack changes that arrived after it was sent.
    if (mayJoin) for (const batch of this.#sent) if (!batch.isVoid && holds(batch)) return batch;
    for (const batch of this.#unsent) if (holds(batch)) return batch;
    for (const batch of this.#unsent) if (batch.size < this.#options.batchSize) return batch;
    return this.#newBatch();
  }

  /** Creates a fill. It is sent after this turn of the event loop, when there is a slot, with all keys that are added until then. */
  #newBatch(): Batch<V> {
    const batch = new Batch<V>();
    this.#unsent.add(batch);
    batch.answer.promise.catch(() => undefined); // Nobody may wait for the answer any more.
    setImmediate(() => {
      this.#slots
        .run(() => this.#send(batch))
        .catch((error: unknown) => {
          this.#unsent.delete(batch);
          batch.answer.reject(error instanceof QueueFullError ? errors.unavailable() : error);
        });
    });
    return batch;
  }

  async #send(batch: Batch<V>): Promise<void> {
    this.#unsent.delete(batch);
    this.#sent.add(batch);
    try {
      const call = backgroundCall({ timeoutMs: fillTimeoutMs });
      const fill = await this.#options.fetch([...batch.keys], [...batch.names], call);
      const values = this.#upToDate(fill, batch);
      if (!batch.isVoid && this.#options.isFresh()) this.#keep(values, fill.snapshot, batch);
      batch.answer.resolve(values);
    } finally {
      this.#sent.delete(batch);
    }
  }

  /** Returns the values of a fill with the recorded changes applied. Changes that the snapshot contains are skipped. */
  #upToDate({ values, snapshot }: Fill<V>, batch: Batch<V>): ReadonlyMap<number, V> {
    const result = new Map(values);
    for (const change of batch.changes) {
      if (isVisible(change.transactionId, snapshot)) continue;
      for (const key of change.keys) {
        const value = change.next(result.get(key), key);
        if (value === undefined) result.delete(key);
        else result.set(key, value);
      }
    }
    return result;
  }

  #keep(values: ReadonlyMap<number, V>, snapshot: Snapshot, batch: Batch<V>): void {
    for (const [key, value] of values) {
      const isWanted = batch.keys.has(key) || this.#namesOf(value).some((name) => batch.names.has(name));
      if (!isWanted) continue;
      const before = this.#entries.get(key);
      // Another fill may have stored an entry from a later snapshot, which is kept.
      if (before && before.snapshot.xmax > snapshot.xmax) continue;
      if (before) this.#drop(key, before);
      this.#entries.set(key, { value, snapshot });
      this.#rememberNames(key, value);
    }
    while (this.#entries.size > this.#options.limit) {
      const [key, entry] = required(this.#entries.entries().next().value, 'entry in the cache');
      this.#drop(key, entry);
    }
  }

  #drop(key: number, entry: Entry<V>): void {
    this.#entries.delete(key);
    this.#forgetNames(key, entry.value);
  }

  #namesOf(value: V): readonly string[] {
    return this.#options.namesOf?.(value) ?? [];
  }

  #rememberNames(key: number, value: V): void {
    for (const name of this.#namesOf(value)) this.#byName.set(name, key);
  }

  #forgetNames(key: number, value: V): void {
    for (const name of this.#namesOf(value)) if (this.#byName.get(name) === key) this.#byName.delete(name);
  }
}

/** Waits for a promise. @throws UNAVAILABLE when the signal aborts before */
async function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) {
    // The promise's failure is reported to another caller of the fill, so it is ignored here.
    promise.catch(() => undefined);
    throw errors.unavailable();
  }
  const gone = Promise.withResolvers<never>();
  const onAbort = () => gone.reject(errors.unavailable());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, gone.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
