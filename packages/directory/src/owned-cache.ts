/**
 * A cache of values that another service owns.
 *
 * Invariants:
 * - An entry is the owner's value as of its fill's snapshot plus every later change that was merged from the log:
 *   a change that the snapshot had seen is not applied again, one that it had not is.
 * - Changes that arrive while a fill is under way are kept beside it and applied to its answer.
 * - Nothing is used or stored while the log is not fresh, and a gap or a new epoch voids entries and the fills
 *   under way: their answers still go to who asked, but are not kept.
 * - "There is none" is never kept.
 */
import { errors, QueueFullError, Semaphore } from '@parley/core';
import { isVisible } from '@parley/event-log';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { backgroundCall, type Call } from '@parley/rpc';

/** Values as the owner had them at the snapshot. */
export type Fill<V> = { values: ReadonlyMap<number, V>; snapshot: Snapshot };

/** What a committed event does to some values. `next` gets undefined for a value that is not there. */
export type Change<V> = {
  keys: readonly number[];
  transactionId: number;
  next: (value: V | undefined, key: number) => V | undefined;
};

export type OwnedCacheOptions<V> = {
  /** Entries kept. */
  limit: number;
  /** Asks the owner, on its primary. */
  fetch: (keys: readonly number[], names: readonly string[], call: Call) => Promise<Fill<V>>;
  /** Other names of a value, by which it can be looked up. */
  namesOf?: (value: V) => readonly string[];
  /** Whether what was merged from the log is as new as the database. */
  isFresh: () => boolean;
  /** Keys and names in one question. */
  batchSize: number;
  count: (outcome: 'cached' | 'asked' | 'confirmed' | 'stale') => void;
};

type Entry<V> = { value: V; snapshot: Snapshot };

/** One question to the owner. */
class Batch<V> {
  readonly keys = new Set<number>();
  readonly names = new Set<string>();
  /** Changes merged since the question was sent. */
  readonly changes: Change<V>[] = [];
  readonly answer = Promise.withResolvers<ReadonlyMap<number, V>>();
  /** The answer is for the askers alone. */
  isVoid = false;

  get size(): number {
    return this.keys.size + this.names.size;
  }
}

const questionTimeoutMs = 10_000;
const questionsAtOnce = 8;
const questionsWaiting = 1_000;
/** More changes than this during one question: not worth keeping the answer. */
const changesKept = 10_000;

export class OwnedCache<V> {
  readonly #options: OwnedCacheOptions<V>;
  /** In order of use, oldest first. */
  readonly #entries = new Map<number, Entry<V>>();
  readonly #byName = new Map<string, number>();
  /** Questions being put together, and those on their way. */
  readonly #unsent = new Set<Batch<V>>();
  readonly #asking = new Set<Batch<V>>();
  readonly #slots = new Semaphore(questionsAtOnce, questionsWaiting);

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

  /** By other names, in the form that `namesOf` gives. Keyed by name. */
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

  /** A committed event was merged. */
  apply(change: Change<V>): void {
    for (const batch of this.#asking) {
      if (batch.changes.length < changesKept) batch.changes.push(change);
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

  /** Everything derived from the log is void. */
  clear(): void {
    this.#entries.clear();
    this.#byName.clear();
    for (const batch of this.#asking) batch.isVoid = true;
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
   * Asks the owner. `mayJoin`: a question that is already on its way will do; otherwise only one that is sent
   * after this call, so that the answer is not older than the caller's wish for it.
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
      if (!this.#asking.has(batch)) batch.keys.add(key);
      parts.add(batch);
    }
    for (const name of names) {
      const batch = this.#batchWith((each) => each.names.has(name), mayJoin);
      if (!this.#asking.has(batch)) batch.names.add(name);
      parts.add(batch);
    }
    const answers = await withSignal(
      Promise.all([...parts].map((batch) => batch.answer.promise)),
      call.signal,
    );
    if (answers.length === 1) return answers[0]!;
    return new Map(answers.flatMap((answer) => [...answer]));
  }

  /** A question that holds the key or name already, else one that can take it. */
  #batchWith(holds: (batch: Batch<V>) => boolean, mayJoin: boolean): Batch<V> {
    // A void question's answer may be older than what has been merged since.
    if (mayJoin) for (const batch of this.#asking) if (!batch.isVoid && holds(batch)) return batch;
    for (const batch of this.#unsent) if (holds(batch)) return batch;
    for (const batch of this.#unsent) if (batch.size < this.#options.batchSize) return batch;
    return this.#newBatch();
  }

  /** A question that is sent at the end of this turn of the event loop, with what is added until then. */
  #newBatch(): Batch<V> {
    const batch = new Batch<V>();
    this.#unsent.add(batch);
    batch.answer.promise.catch(() => undefined); // everyone who asked may have gone away
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
    this.#asking.add(batch);
    try {
      const call = backgroundCall({ timeoutMs: questionTimeoutMs });
      const fill = await this.#options.fetch([...batch.keys], [...batch.names], call);
      const values = this.#upToDate(fill, batch);
      if (!batch.isVoid && this.#options.isFresh()) this.#keep(values, fill.snapshot, batch);
      batch.answer.resolve(values);
    } finally {
      this.#asking.delete(batch);
    }
  }

  /** The answer with the changes that came meanwhile and that it had not seen. */
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
      // Another question's answer is newer when it has seen more.
      if (before && before.snapshot.xmax > snapshot.xmax) continue;
      if (before) this.#drop(key, before);
      this.#entries.set(key, { value, snapshot });
      this.#rememberNames(key, value);
    }
    while (this.#entries.size > this.#options.limit) {
      const [key, entry] = this.#entries.entries().next().value!;
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

/** The promise's outcome, or UNAVAILABLE when the caller stops waiting first. */
async function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  if (signal.aborted) throw errors.unavailable();
  const gone = Promise.withResolvers<never>();
  const onAbort = () => gone.reject(errors.unavailable());
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, gone.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
