import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askWorker, connectNats, type FollowedEvent, type WorkerOptions, work } from '../src/index.ts';
import { createTestLog, type TestLog } from '../src/testing.ts';
import { createNatsStage, type NatsStage, until } from './nats-stage.ts';

let stage: NatsStage;
beforeAll(async () => {
  stage = await createNatsStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

const event = (n: number) => ({ event: { kind: `a.b.${n}` } });
const numberOf = (one: FollowedEvent) => Number(one.event.kind.split('.')[2]);

function start(
  log: TestLog,
  handle: (n: number) => Promise<void> | void,
  options: Partial<WorkerOptions> = {},
) {
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
    ...options,
  });
  stage.stopLater(worker);
  return { worker, done, counts };
}

describe('a worker', () => {
  it('handles each event once and in order, and continues where it stopped', async () => {
    const log = await createTestLog(stage.nats, 'work');
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
    const log = await createTestLog(stage.nats, 'retry');
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
    const log = await createTestLog(stage.nats, 'poison');
    const { done, counts } = start(log, (n) => {
      if (n === 1) throw new Error('no such\naddress');
    });
    const [, id] = await log.publish(event(0), event(1), event(2));
    await log.publish(event(3));
    await until(() => done.length === 3, 'the others');
    expect(done).toEqual([0, 2, 3]);
    expect(counts).toMatchObject({ failed: 3, parked: 1 });
    const jsm = await jetstreamManager(stage.nats);
    const parked = await jsm.streams.getMessage('poison_parked', { last_by_subj: 'poison.parked.mailer' });
    expect(parked?.header.get('Parley-Id')).toBe(String(id));
    expect(parked?.header.get('Parley-Reason')).toBe('no such address');
  });

  it('runs on one replica; another continues where it stopped', async () => {
    const log = await createTestLog(stage.nats, 'replicas');
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
    const log = await createTestLog(stage.nats, 'silent');
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
    // The second replica repeats the event that the first one had started. The first one handles no further event.
    expect([signals.length, second.done]).toEqual([1, [0, 1]]);
  });

  it('skips facts that it does not handle, and reports when everything was handled', async () => {
    const log = await createTestLog(stage.nats, 'interest');
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
    expect(await worker.settled(10_000)).toBe(true);
    expect(seen).toEqual(Array.from({ length: 50 }, (_, n) => n));
    expect(counts.handled).toBe(50);
    await worker.stop();
    expect(await worker.settled(50)).toBe(false);
  });

  it('answers whether it has handled a position, and since when it has changed nothing', async () => {
    const log = await createTestLog(stage.nats, 'progress');
    const gate = Promise.withResolvers<void>();
    const { worker } = start(log, (n) => (n === 1 ? gate.promise : undefined));
    const ask = (sequence: number, withinMs: number) =>
      askWorker({ nats: stage.nats, prefix: log.prefix, untilMs: performance.now() + withinMs }, 'mailer', {
        epoch: log.epoch,
        sequence,
      });
    await log.publish(event(0));
    await log.publish(event(1));
    expect(await ask(1, 10_000)).toBeDefined();
    expect(await ask(2, 300)).toBeUndefined();
    gate.resolve();
    const beganMs = performance.now();
    const answer = await ask(2, 10_000);
    expect(answer?.quietMs).toBeLessThanOrEqual(performance.now() - beganMs + 1);
    await worker.stop();
  });

  it('survives a kill of NATS', async () => {
    const log = await createTestLog(stage.nats, 'survive');
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
    const log = await createTestLog(stage.nats, 'epochs');
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
});
