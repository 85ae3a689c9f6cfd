import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { backgroundCall } from '@parley/rpc';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Change, type Fill, OwnedCache } from '../src/owned-cache.ts';

type Value = { key: number; name: string; version: number };
type State = ReadonlyMap<number, Value>;

/** A committed transaction in the form of its event in the log. */
type Commit = { transactionId: number; key: number; value: Value | undefined };

/** A request of the cache to the owner. `fill` is undefined until the owner has read the answer. */
type Question = {
  keys: readonly number[];
  names: readonly string[];
  fill?: Fill<Value>;
  answer: PromiseWithResolvers<Fill<Value>>;
};

const call = backgroundCall({ timeoutMs: 600_000 });

/** Simulates an owner with transactions, a log that delivers events late, and the cache. */
class World {
  /** The owner's state after each commit, beginning with the empty one. */
  readonly states: State[] = [new Map()];
  readonly commits: Commit[] = [];
  readonly open = new Map<number, Commit>();
  readonly questions: Question[] = [];
  merged = 0;
  isFresh = true;
  nextTransaction = 100;
  version = 0;
  readonly cache: OwnedCache<Value>;

  constructor(limit: number) {
    this.cache = new OwnedCache<Value>({
      limit,
      batchSize: 2,
      isFresh: () => this.isFresh,
      namesOf: ({ name }) => [name],
      count: () => undefined,
      fetch: (keys, names) => {
        const question: Question = { keys, names, answer: Promise.withResolvers() };
        this.questions.push(question);
        return question.answer.promise;
      },
    });
  }

  get state(): State {
    return this.states.at(-1)!;
  }

  /** Starts a transaction that changes one value. Does nothing when another transaction has locked the value or its name. */
  begin(key: number, name: string | undefined): void {
    const pending = [...this.open.values()];
    const isLocked = pending.some((other) => other.key === key || other.value?.name === name);
    const isTaken = [...this.state.values()].some((value) => value.name === name && value.key !== key);
    if (isLocked || isTaken) return;
    const value = name === undefined ? undefined : { key, name, version: ++this.version };
    const transactionId = this.nextTransaction++;
    this.open.set(transactionId, { transactionId, key, value });
  }

  commit(index: number): void {
    const commit = [...this.open.values()][index % Math.max(1, this.open.size)];
    if (!commit) return;
    this.open.delete(commit.transactionId);
    const state = new Map(this.state);
    if (commit.value) state.set(commit.key, commit.value);
    else state.delete(commit.key);
    this.states.push(state);
    this.commits.push(commit);
  }

  deliver(count: number): void {
    for (const commit of this.commits.slice(this.merged, this.merged + count)) {
      const { transactionId, key, value } = commit;
      const change: Change<Value> = { keys: [key], transactionId, next: () => value };
      this.cache.apply(change);
      this.merged++;
    }
  }

  /** Simulates that the follower missed events, or that the log started a new epoch. */
  gap(): void {
    this.merged = this.commits.length;
    this.cache.clear();
  }

  /** Simulates that the owner reads the answer of a request in one snapshot. The answer is sent later. */
  read(): void {
    const question = this.questions.find(({ fill }) => !fill);
    if (!question) return;
    const inProgress = [...this.open.keys()].sort((a, b) => a - b);
    const snapshot: Snapshot = {
      xmin: inProgress[0] ?? this.nextTransaction,
      xmax: this.nextTransaction,
      inProgress,
      lsn: this.commits.length,
      timeline: 1,
    };
    const values = [...this.state.values()].filter(
      ({ key, name }) => question.keys.includes(key) || question.names.includes(name),
    );
    question.fill = { values: new Map(values.map((value) => [value.key, value])), snapshot };
  }

  answer(index: number): void {
    const read = this.questions.filter(({ fill }) => fill);
    const question = read[index % Math.max(1, read.length)];
    if (!question) return;
    this.questions.splice(this.questions.indexOf(question), 1);
    question.answer.resolve(question.fill!);
  }

  fail(): void {
    this.questions.shift()?.answer.reject(new Error('the owner is away'));
  }

  /** Looks up a value, and checks that the owner had this value in the state that the cache must know, or in a later one. */
  lookUp(what: { key: number } | { name: string }, confirm: boolean): Promise<void> {
    const earliest = confirm || !this.isFresh ? this.commits.length : this.merged;
    const find = (state: State) =>
      'key' in what ? state.get(what.key) : [...state.values()].find(({ name }) => name === what.name);
    const asked =
      'key' in what
        ? this.cache.get(what.key, call, confirm)
        : this.cache.named([what.name], call, confirm).then((found) => found.get(what.name));
    return asked.then(
      (value) => {
        const allowed = this.states.slice(earliest).map(find);
        expect(allowed).toContain(value);
      },
      (error: Error) => expect(error.message).toBe('the owner is away'),
    );
  }
}

const key = fc.integer({ min: 1, max: 4 });
const name = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('begin' as const),
      key,
      name: fc.option(name, { nil: undefined }),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('commit' as const), index: fc.nat(3) }) },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('deliver' as const), count: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('byKey' as const), key, confirm: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('byName' as const), name, confirm: fc.boolean() }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('read' as const) }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('answer' as const), index: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fail' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('freshness' as const), isFresh: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('gap' as const) }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/** Waits until the event loop has sent requests and delivered answers. */
const turn = () => new Promise<void>((resolve) => setImmediate(() => setImmediate(resolve)));

function take(world: World, action: Step, lookups: Promise<void>[]): void {
  if (action.do === 'begin') world.begin(action.key, action.name);
  else if (action.do === 'commit') world.commit(action.index);
  else if (action.do === 'deliver') world.deliver(action.count);
  else if (action.do === 'byKey') lookups.push(world.lookUp({ key: action.key }, action.confirm));
  else if (action.do === 'byName') lookups.push(world.lookUp({ name: action.name }, action.confirm));
  else if (action.do === 'read') world.read();
  else if (action.do === 'answer') world.answer(action.index);
  else if (action.do === 'fail') world.fail();
  else if (action.do === 'freshness') world.isFresh = action.isFresh;
  else world.gap();
}

/** Completes all requests and lookups in progress. */
async function settle(world: World): Promise<void> {
  await turn();
  while (world.questions.length > 0) {
    world.read();
    world.answer(0);
    await turn();
  }
}

describe('a cache of another service’s values', () => {
  it('returns no value older than the freshness bound, and finally equals the owning service', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 10, maxLength: 60 }),
        fc.integer({ min: 1, max: 4 }),
        async (steps, limit) => {
          const world = new World(limit);
          const lookups: Promise<void>[] = [];
          for (const action of steps) {
            take(world, action, lookups);
            await turn();
            expect(world.cache.size).toBeLessThanOrEqual(limit);
          }
          await settle(world);
          await Promise.all(lookups);

          // Delivers all events. After that, the cache must return the owner's values.
          world.deliver(world.commits.length);
          world.isFresh = true;
          const last: Promise<void>[] = [];
          for (let each = 1; each <= 4; each++) last.push(world.lookUp({ key: each }, false));
          for (const each of 'abcde') last.push(world.lookUp({ name: each }, false));
          await settle(world);
          await Promise.all(last);
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it('sends one request for concurrent lookups of a value, and none for later ones', async () => {
    const world = new World(10);
    world.begin(1, 'a');
    world.commit(0);
    world.deliver(1);
    const wanted = Array.from({ length: 50 }, () => world.lookUp({ key: 1 }, false));
    await turn();
    expect(world.questions).toHaveLength(1);
    wanted.push(world.lookUp({ key: 1 }, false));
    await turn();
    expect(world.questions).toHaveLength(1);
    await settle(world);
    await Promise.all(wanted);
    await world.lookUp({ key: 1 }, false);
    await world.lookUp({ name: 'a' }, false);
    expect(world.questions).toHaveLength(0);
  });

  it('sends a new request after a gap, even while another request is in flight', async () => {
    const world = new World(4);
    const before = world.lookUp({ name: 'e' }, false);
    await turn();
    world.read();
    world.begin(2, 'e');
    world.commit(0);
    world.gap();
    const after = world.lookUp({ name: 'e' }, false);
    await settle(world);
    await Promise.all([before, after]);
  });

  it('sends a new request to confirm a value, even while another request is in flight', async () => {
    const world = new World(10);
    const first = world.lookUp({ key: 1 }, false);
    await turn();
    world.read();
    world.begin(1, 'a');
    world.commit(0);
    const second = world.lookUp({ key: 1 }, true);
    await turn();
    expect(world.questions).toHaveLength(2);
    await settle(world);
    await Promise.all([first, second]);
  });

  it('does not return to an older value when an event arrives that its lookup already included', async () => {
    const world = new World(10);
    for (const name of ['a', 'b']) {
      world.begin(1, name);
      world.commit(0);
    }
    const asked = world.lookUp({ key: 1 }, false);
    await settle(world);
    await asked;
    world.deliver(1);
    expect(await world.cache.get(1, call)).toMatchObject({ name: 'b' });
    world.deliver(1);
    expect(await world.cache.get(1, call)).toMatchObject({ name: 'b' });
  });

  it('never caches the absence of a value', async () => {
    const world = new World(10);
    for (let n = 0; n < 2; n++) {
      const missing = world.lookUp({ key: 9 }, false);
      await turn();
      expect(world.questions).toHaveLength(1);
      await settle(world);
      await missing;
    }
  });

  it('rejects a caller whose signal aborts', async () => {
    const world = new World(10);
    const controller = new AbortController();
    const asked = world.cache.get(1, { ...call, signal: controller.signal });
    await turn();
    controller.abort();
    await expect(asked).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await settle(world);
  });

  it('fails no caller that stopped waiting before the owning service failed', async () => {
    const world = new World(10);
    const failures: unknown[] = [];
    const note = (reason: unknown) => failures.push(reason);
    process.on('unhandledRejection', note);
    const asked = world.cache.get(1, { ...call, signal: AbortSignal.abort() });
    await expect(asked).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await turn();
    world.questions[0]!.answer.reject(new Error('the owner is away'));
    await turn();
    await turn();
    process.off('unhandledRejection', note);
    expect(failures).toEqual([]);
  });
});
