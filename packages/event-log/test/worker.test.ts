import { setTimeout as sleep } from 'node:timers/promises';
import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  askWorker,
  connectNats,
  type FollowedEvent,
  follow,
  logNames,
  openRecords,
  type WorkerOptions,
  work,
} from '../src/index.ts';
import { createTestLog, type TestLog } from '../src/testing.ts';
import { leaseCodec } from '../src/workers/lease.ts';
import { createNatsStage, type NatsStage, until } from './nats-stage.ts';

let stage: NatsStage;
beforeAll(async () => {
  stage = await createNatsStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const event = (n: number) => ({ event: { kind: `a.b.${n}` } });
const numberOf = (one: FollowedEvent) => Number(one.event.kind.split('.')[2]);

function followLog({ prefix }: TestLog, nats: WorkerOptions['nats'] = stage.nats) {
  const follower = follow({ nats, prefix, from: 'head', onEvents: () => undefined });
  stage.stopLater(follower);
  return follower;
}

/** Returns the stored lease of the worker. */
async function leaseOf({ prefix }: TestLog) {
  const bucket = logNames(prefix).workerBucket;
  const records = await openRecords({ nats: stage.nats, bucket, codec: leaseCodec });
  return (await records.get('mailer'))!;
}

function startWorker(
  log: TestLog,
  handle: (n: number) => Promise<void> | void,
  options: Partial<WorkerOptions> = {},
) {
  const { follower, ...others } = options;
  const done: number[] = [];
  const counts = { handled: 0, failed: 0, parked: 0, rebuilt: 0 };
  const worker = work({
    nats: stage.nats,
    prefix: log.prefix,
    name: 'mailer',
    from: 'start',
    retryBaseMs: 5,
    maxFailures: 3,
    handle: async (one) => {
      await handle(numberOf(one));
      done.push(numberOf(one));
    },
    counters: {
      handled: () => counts.handled++,
      failed: () => counts.failed++,
      parked: () => counts.parked++,
      rebuilt: () => counts.rebuilt++,
    },
    ...(follower && { follower }),
    ...others,
  });
  stage.stopLater(worker);
  return { worker, done, counts };
}

const ways = [
  { way: 'reads the log itself', isShared: false },
  { way: 'takes entries from a follower', isShared: true },
];

describe.each(ways)('a worker that $way', ({ isShared }) => {
  const openLog = (name: string) => createTestLog(stage.nats, isShared ? `${name}_shared` : name);
  const start = (
    log: TestLog,
    handle: (n: number) => Promise<void> | void,
    options: Partial<WorkerOptions> = {},
  ) => startWorker(log, handle, isShared ? { ...options, follower: followLog(log, options.nats) } : options);

  it('handles each event once and in order, and continues where it stopped', async () => {
    const log = await openLog('work');
    await log.publish(event(0), event(1));
    const first = start(log, () => undefined);
    await log.publish(event(2));
    await until(() => first.done.length === 3, 'three events');
    await first.worker.stop();
    await log.publish(event(3));
    const second = start(log, () => undefined);
    await log.publish(event(4));
    await until(() => second.done.length === 2, 'two more');
    expect([...first.done, ...second.done]).toEqual([0, 1, 2, 3, 4]);
  });

  it('retries failed events, without repeating those of the entry that succeeded', async () => {
    const log = await openLog('retry');
    let failures = 0;
    const { done, counts } = start(log, (n) => {
      if (n === 1 && failures++ < 2) throw new Error('not now');
    });
    await log.publish(event(0), event(1), event(2));
    await until(() => done.length === 3, 'all');
    expect(done).toEqual([0, 1, 2]);
    expect(counts).toMatchObject({ handled: 3, failed: 2, parked: 0 });
  });

  it('parks an event that always fails, with the reason, and continues', async () => {
    const log = await openLog('poison');
    const { done, counts } = start(log, (n) => {
      if (n === 1) throw new Error('no such\naddress');
    });
    const [, id] = await log.publish(event(0), event(1), event(2));
    await log.publish(event(3));
    await until(() => done.length === 3, 'the others');
    expect(done).toEqual([0, 2, 3]);
    expect(counts).toMatchObject({ failed: 3, parked: 1 });
    const jsm = await jetstreamManager(stage.nats);
    const parked = await jsm.streams.getMessage(`${log.prefix}_parked`, {
      last_by_subj: `${log.prefix}.parked.mailer`,
    });
    expect(parked?.header.get('Parley-Id')).toBe(String(id));
    expect(parked?.header.get('Parley-Reason')).toBe('no such address');
  });

  it('runs on one replica; another continues where it stopped', async () => {
    const log = await openLog('replicas');
    const other = await connectNats({ url: stage.server.url, name: 'other' });
    const workers = [start(log, () => undefined), start(log, () => undefined, { nats: other })];
    await until(() => workers.every(({ worker }) => worker.running()), 'both to run');
    for (let n = 0; n < 20; n++) await log.publish(event(n));
    const all = () => workers.flatMap(({ done }) => done);
    await until(() => all().length >= 20, 'the first events');
    const working = workers.findIndex(({ done }) => done.length > 0);
    await workers[working]!.worker.stop();
    for (let n = 20; n < 40; n++) await log.publish(event(n));
    await until(() => all().length >= 40, 'all events');
    expect(all()).toHaveLength(40);
    expect(workers[working]!.done).toEqual(Array.from({ length: 20 }, (_, n) => n));
    expect(workers[1 - working]!.done).toEqual(Array.from({ length: 20 }, (_, n) => n + 20));
    await workers[1 - working]!.worker.stop();
    await other.close();
  });

  it('is taken over from a replica that does not renew its lease, which then stops', async () => {
    const log = await openLog('silent');
    const cut = await connectNats({ url: stage.server.url, name: 'cut' });
    const gate = Promise.withResolvers<void>();
    const aborted = Promise.withResolvers<void>();
    const signals: AbortSignal[] = [];
    const first = start(log, () => undefined, {
      nats: cut,
      handle: (_one, signal) => {
        signals.push(signal);
        signal.addEventListener('abort', () => aborted.resolve());
        return gate.promise;
      },
    });
    await log.publish(event(0), event(1));
    await until(() => signals.length === 1, 'the first replica to work');
    const second = start(log, () => undefined);
    await cut.close();
    await until(() => second.done.length === 2, 'the second to take over');
    await aborted.promise;
    gate.resolve();
    await first.worker.stop();
    // The second replica handles the event again that the first one had started. The first one handles no later event.
    expect([signals.length, second.done]).toEqual([1, [0, 1]]);
  });

  it('renews its lease only while it works or another replica waits for the lease, and works again after a pause', async () => {
    const log = await openLog('rest');
    const writes = async () => (await leaseOf(log)).revision;
    const first = start(log, () => undefined);
    const [id] = await log.publish(event(0));
    await until(() => first.done.length === 1, 'the first event');
    await until(async () => (await leaseOf(log)).value.after > id!, 'the renewal that stores the progress');
    // One more renewal may be due at the same time.
    await sleep(1_500);
    const before = await writes();
    // Waits longer than a lease lasts without a renewal.
    await sleep(4_000);
    expect(await writes()).toBe(before);
    await log.publish(event(1));
    await until(() => first.done.length === 2, 'the event after the rest');
    await sleep(4_000);
    const second = start(log, () => undefined);
    await until(() => second.worker.running(), 'the second replica to stand by');
    await until(async () => {
      const stood = await writes();
      await sleep(4_000);
      return (await writes()) - stood >= 3;
    }, 'frequent renewals');
    await log.publish(event(2));
    await until(() => first.done.length === 3, 'the event of the contested lease');
    expect([first.done, second.done]).toEqual([[0, 1, 2], []]);
    await sleep(1_500);
    await first.worker.stop();
    await log.publish(event(3));
    await until(() => second.done.length === 1, 'the second replica to take over');
    expect(second.done).toEqual([3]);
  });

  it('frees its lease also when it stops during a pause', async () => {
    const log = await openLog('rest-end');
    const first = start(log, () => undefined);
    await log.publish(event(0));
    await until(() => first.done.length === 1, 'the first event');
    await sleep(4_000);
    await first.worker.stop();
    // The lease is free, so the second replica does not have to wait until it expires.
    expect((await leaseOf(log)).value.holder).toBe('');
    const second = start(log, () => undefined);
    await log.publish(event(1));
    await until(() => second.done.length === 1, 'the second replica to work');
  });

  it('skips facts that it does not handle, and reports when everything was handled', async () => {
    const log = await openLog('interest');
    const removed = (channelId: number) => ({
      event: { fact: { value: { $case: 'channelRemoved' as const, channelRemoved: { channelId } } } },
    });
    const seen: number[] = [];
    const { worker, counts } = start(log, () => undefined, {
      facts: ['channelRemoved'],
      handle: (one) => {
        if (one.fact?.$case === 'channelRemoved') seen.push(one.fact.channelRemoved.channelId);
      },
    });
    expect(await worker.settled(0)).toBe(false);
    for (let n = 0; n < 50; n++) await log.publish(event(n), removed(n), event(n));
    expect(await worker.settled(60_000)).toBe(true);
    expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(counts.handled).toBe(50);
    await worker.stop();
    expect(await worker.settled(50)).toBe(false);
  });

  it('reports whether it has handled a position, and for how long it has made no change', async () => {
    const log = await openLog('progress');
    const gate = Promise.withResolvers<void>();
    const { worker } = start(log, (n) => (n === 1 ? gate.promise : undefined));
    const ask = (sequence: number, withinMs: number) =>
      askWorker({ nats: stage.nats, prefix: log.prefix, untilMs: performance.now() + withinMs }, 'mailer', {
        epoch: log.epoch,
        sequence,
      });
    await log.publish(event(0));
    await log.publish(event(1));
    expect(await ask(1, 60_000)).toBeDefined();
    expect(await ask(2, 300)).toBeUndefined();
    gate.resolve();
    const beganMs = performance.now();
    const answer = await ask(2, 60_000);
    expect(answer?.quietMs).toBeLessThanOrEqual(performance.now() - beganMs + 1);
    await worker.stop();
  });

  it('handles each event once although NATS is killed', async () => {
    const log = await openLog('survive');
    const { done, worker } = start(log, () => undefined);
    await log.publish(event(0));
    await until(() => done.length === 1, 'the first');
    await stage.server.restart({ hard: true });
    await until(() => worker.running(), 'the worker to run');
    await log.publish(event(1));
    await until(() => done.includes(1), 'the second');
    expect(new Set(done)).toEqual(new Set([0, 1]));
  });

  it('finishes an old epoch before it begins the new one', async () => {
    const log = await openLog('epochs');
    const gate = Promise.withResolvers<void>();
    const { done, worker } = start(log, (n) => (n === 0 ? gate.promise : undefined), { from: 'head' });
    await until(() => worker.running(), 'the worker to begin');
    await log.publish(event(0));
    await log.publish(event(1));
    await log.startEpoch();
    await log.publish(event(2));
    gate.resolve();
    await until(() => done.length === 3, 'all events');
    expect(done).toEqual([0, 1, 2]);
  });

  it('works again when NATS has lost everything, from the first entry of the new epoch on', async () => {
    const log = await openLog('wiped');
    const replicas = [0, 1].map(() => start(log, () => undefined, { from: 'head' }));
    const done = () => replicas.flatMap((each) => each.done);
    await until(() => replicas.every(({ worker }) => worker.running()), 'one to work and one to wait');
    await log.publish(event(0));
    await until(() => done().length === 1, 'the first');
    const jsm = await jetstreamManager(stage.nats);
    const names = logNames(log.prefix);
    const lost = [names.stream(log.epoch), names.parkedStream];
    for (const bucket of [names.metaBucket, names.workerBucket]) lost.push(`KV_${bucket}`);
    for (const name of lost) await jsm.streams.delete(name);
    await log.startEpoch();
    await log.publish(event(1));
    // Without the lease in NATS, both replicas may handle an event for a moment.
    await until(() => done().includes(1), 'the second');
    await log.publish(event(2));
    await until(() => done().includes(2), 'the third');
    expect([...new Set(done())].sort()).toEqual([0, 1, 2]);
    // The same epoch continues. Events may be handled again, because the waiting replica knows only the stored progress.
    await jsm.streams.delete(`KV_${names.workerBucket}`);
    await log.publish(event(3));
    await until(() => done().includes(3), 'the fourth');
    expect([...new Set(done())].sort()).toEqual([0, 1, 2, 3]);
    expect(done().filter((n) => n === 0)).toHaveLength(1);
  });

  it('flushes after the events of a read, and handles them again when it stopped before the flush', async () => {
    const log = await openLog('flush');
    const flushed: number[] = [];
    const pending: number[] = [];
    let failures = 2;
    const flush = () => {
      if (failures-- > 0) throw new Error('not now');
      flushed.push(...pending.splice(0));
    };
    await log.publish(event(0), event(1));
    const { worker, counts } = start(log, (n) => void pending.push(n), { flush });
    await until(() => flushed.length === 2, 'the first events');
    expect(counts).toMatchObject({ handled: 2, failed: 2, parked: 0 });
    await worker.stop();
    const unflushed: number[] = [];
    const stuck = start(log, (n) => void unflushed.push(n), {
      flush: (signal) =>
        new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    });
    await log.publish(event(2));
    await until(() => unflushed.length === 1, 'an event that is not flushed');
    const other = start(log, (n) => void pending.push(n), { flush });
    await stuck.worker.stop();
    await log.publish(event(3));
    await until(() => flushed.includes(3), 'the events of the replica that stopped');
    expect(flushed).toEqual([0, 1, 2, 3]);
    await other.worker.stop();
  });
});

describe('a worker with a follower', () => {
  const consumersOf = async (log: TestLog) => {
    const jsm = await jetstreamManager(stage.nats);
    return (await jsm.streams.info(logNames(log.prefix).stream(log.epoch))).state.consumer_count;
  };

  it('reads the stream itself only until it has reached the follower', async () => {
    const log = await createTestLog(stage.nats, 'once');
    for (let n = 0; n < 20; n++) await log.publish(event(n));
    const follower = followLog(log);
    await follower.ready;
    const { done } = startWorker(log, () => undefined, { follower });
    await until(() => done.length === 20, 'the earlier events');
    await until(async () => (await consumersOf(log)) === 1, 'one consumer');
    for (let n = 20; n < 40; n++) await log.publish(event(n));
    await until(() => done.length === 40, 'all events');
    expect(done).toEqual(Array.from({ length: 40 }, (_, n) => n));
    expect(await consumersOf(log)).toBe(1);
  });

  it('reads the stream itself after it buffered more than 16 MiB', async () => {
    const log = await createTestLog(stage.nats, 'behind');
    const follower = followLog(log);
    await follower.ready;
    const gate = Promise.withResolvers<void>();
    const { done } = startWorker(log, (n) => (n === 0 ? gate.promise : undefined), { follower });
    await log.publish(event(0));
    const large = { deliveries: [{ type: 'message', json: Buffer.alloc(900_000, 'x') }] };
    for (let n = 1; n <= 24; n++) await log.publish({ event: { ...event(n).event, ...large } });
    gate.resolve();
    await until(() => done.length === 25, 'all events');
    expect(done).toEqual(Array.from({ length: 25 }, (_, n) => n));
    await log.publish(event(25));
    await until(() => done.length === 26, 'a later event');
  });
});
