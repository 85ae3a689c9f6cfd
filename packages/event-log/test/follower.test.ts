import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ConsumerInfo,
  JetStreamApiCodes,
  JetStreamApiError,
  jetstreamManager,
} from '@nats-io/jetstream';
import { headers } from '@nats-io/transport-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  connectNats,
  type FollowedEvent,
  type Follower,
  type FollowOptions,
  follow,
  type Gap,
  LogGapError,
  logNames,
  SharedLog,
} from '../src/index.ts';
import { createTestLog, type TestLog } from '../src/testing.ts';
import { createNatsStage, type NatsStage, until } from './nats-stage.ts';

let stage: NatsStage;
let shared: SharedLog;
beforeAll(async () => {
  stage = await createNatsStage();
  shared = new SharedLog('process');
});
afterAll(async () => {
  await stage?.[Symbol.asyncDispose]();
  await shared.close();
});

type Seen = {
  follower: Follower;
  events: FollowedEvent[];
  kinds: () => string[];
  epochs: string[];
  gaps: Gap[];
};

function follows(log: TestLog, options: Partial<FollowOptions> = {}): Seen {
  const events: FollowedEvent[] = [];
  const epochs: string[] = [];
  const gaps: Gap[] = [];
  const follower = follow({
    nats: stage.nats,
    prefix: log.prefix,
    from: 'start',
    onEvents: (batch) => void events.push(...batch),
    onEpoch: (epoch) => void epochs.push(epoch),
    onGap: (gap) => void gaps.push(gap),
    ...options,
  });
  stage.stopLater(follower);
  return { follower, events, epochs, gaps, kinds: () => events.map(({ event }) => event.kind) };
}

const event = (kind: string) => ({ event: { kind } });

async function publishMany(log: TestLog, from: number, to: number): Promise<void> {
  for (let n = from; n < to; n++) await log.publish(event(`a.b.${n}`));
}

const kinds = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => `a.b.${from + at}`);

const ways = [
  { way: 'reads the log itself', isShared: false },
  { way: 'takes entries from the follower of its process', isShared: true },
];

describe.each(ways)('a follower that $way', ({ isShared }) => {
  const nameOf = (name: string) => (isShared ? `${name}_shared` : name);
  const openLog = (name: string) => createTestLog(stage.nats, nameOf(name));
  const start = (log: TestLog, options: Partial<FollowOptions> = {}) =>
    follows(log, { ...(isShared && { nats: shared.link(stage.server.url).connection }), ...options });
  /** Waits until the stream has one consumer. A follower ends its own when it takes entries from that of the process. */
  /**
   * Deletes the follower's consumer on the server, as the server may lose it. Waits until there is exactly one, because a
   * follower that joins another one ends its own consumer soon after its first entries.
   *
   * @returns the subject to which the consumer delivered
   */
  async function loseConsumer(log: TestLog): Promise<string> {
    const jsm = await jetstreamManager(stage.nats);
    const stream = logNames(log.prefix).stream(log.epoch);
    let inbox: string | undefined;
    await until(async () => {
      const consumers: ConsumerInfo[] = [];
      for await (const consumer of jsm.consumers.list(stream)) consumers.push(consumer);
      const [only] = consumers;
      if (consumers.length !== 1 || !only) return false;
      try {
        await jsm.consumers.delete(stream, only.name);
      } catch (error) {
        if (error instanceof JetStreamApiError && error.code === JetStreamApiCodes.ConsumerNotFound)
          return false;
        throw error;
      }
      inbox = only.config.deliver_subject;
      return true;
    }, 'to lose the only consumer');
    return inbox!;
  }

  it('reads every event in order, from the start, the head or a given event', async () => {
    const log = await openLog('from');
    const [first] = await log.publish(event('a.b.0'), event('a.b.1'));
    await log.publish(event('a.b.2'));
    const fromStart = start(log);
    const fromHead = start(log, { from: 'head' });
    const fromEvent = start(log, { from: { epoch: log.epoch, eventId: first! } });
    await Promise.all([fromStart, fromHead, fromEvent].map(({ follower }) => follower.ready));
    await log.publish(event('a.b.3'));
    for (const { follower } of [fromStart, fromHead, fromEvent]) await follower.waitFor(log.sequence);
    expect(fromStart.kinds()).toEqual(kinds(0, 4));
    expect(fromStart.events.map(({ id }) => id)).toEqual([256, 257, 512, 768]);
    expect(fromHead.kinds()).toEqual(['a.b.3']);
    expect(fromEvent.kinds()).toEqual(kinds(2, 4));
    expect(fromHead.follower.position).toEqual({ epoch: log.epoch, sequence: 3 });
    expect(fromHead.epochs).toEqual([log.epoch]);
  });

  it('waits for the first epoch when there is no log yet', async () => {
    const seen = start({ prefix: nameOf('later') } as TestLog);
    expect(seen.follower.caughtUp()).toBe(false);
    const log = await openLog('later');
    await log.publish(event('a.b.0'));
    await until(() => seen.events.length === 1, 'the event');
    await until(() => seen.follower.caughtUp(), 'to be caught up');
  });

  it('reads each event exactly once when NATS is killed', async () => {
    const log = await openLog('kill');
    const seen = start(log);
    for (let round = 0; round < 3; round++) {
      await publishMany(log, round * 100, round * 100 + 100);
      await stage.server.restart({ hard: true });
      await until(() => seen.follower.caughtUp(), 'to catch up');
    }
    await publishMany(log, 300, 400);
    await until(() => seen.events.length >= 400, 'all events');
    expect(seen.kinds()).toEqual(kinds(0, 400));
    expect(seen.epochs).toHaveLength(1);
    expect(seen.gaps).toEqual([]);
  });

  it('is not caught up while NATS is unreachable', async () => {
    const log = await openLog('away');
    const seen = start(log);
    await seen.follower.ready;
    stage.server.kill('SIGSTOP');
    await until(() => !seen.follower.caughtUp(), 'to notice');
    stage.server.kill('SIGCONT');
    await until(() => seen.follower.caughtUp(), 'to recover');
  });

  it('recreates its consumer at its own position when the server lost it', async () => {
    const log = await openLog('lost_consumer');
    const seen = start(log);
    await publishMany(log, 0, 10);
    await seen.follower.waitFor(10);
    await loseConsumer(log);
    await publishMany(log, 10, 20);
    await seen.follower.waitFor(20);
    expect(seen.kinds()).toEqual(kinds(0, 20));
  });

  it('recreates its consumer when announced entries do not arrive', async () => {
    const log = await openLog('silent_consumer');
    const seen = start(log);
    await publishMany(log, 0, 5);
    await seen.follower.waitFor(5);
    const inbox = await loseConsumer(log);
    await publishMany(log, 5, 8);
    const heartbeat = { headers: headers(100, 'Idle Heartbeat') };
    const announcing = setInterval(() => {
      // The heartbeats continue. So the reader does not miss them, and only the announcements show that entries are missing.
      stage.nats.publish(inbox, '', heartbeat);
      void log.announce().catch(() => undefined);
    }, 250);
    await seen.follower.waitFor(8);
    clearInterval(announcing);
    expect(seen.kinds()).toEqual(kinds(0, 8));
  });

  it('retries a batch when its handler fails, and is not caught up meanwhile', async () => {
    const log = await openLog('failing');
    let failures = 0;
    const events: string[] = [];
    let follower: Follower | undefined;
    follower = start(log, {
      onEvents: async (batch) => {
        if (batch.some((one) => one.event.kind === 'a.b.1') && failures < 3) {
          failures++;
          throw new Error('not now');
        }
        if (failures > 0) expect(follower?.caughtUp()).toBe(failures < 1);
        events.push(...batch.map((one) => one.event.kind));
      },
    }).follower;
    await follower.ready;
    await log.publish(event('a.b.0'));
    await log.publish(event('a.b.1'));
    await log.publish(event('a.b.2'));
    await follower.waitFor(3);
    expect(events).toEqual(kinds(0, 3));
    expect(failures).toBe(3);
    expect(follower.caughtUp()).toBe(true);
  });

  it('reports a gap, and continues with the oldest stored entry', async () => {
    const log = await openLog('gap');
    const process = isShared ? new SharedLog('gap') : undefined;
    const own = await connectNats({ url: stage.server.url, name: 'gap', shared: process });
    const seen = start(log, { nats: own });
    await publishMany(log, 0, 10);
    await seen.follower.waitFor(10);
    await seen.follower.stop();
    await publishMany(log, 10, 30);
    const jsm = await jetstreamManager(stage.nats);
    const stream = logNames(log.prefix).stream(log.epoch);
    // Removes the oldest entries, as the server does when the stream is full.
    await jsm.streams.update(stream, { max_msgs: 5 });
    const again = start(log, { nats: own, from: { epoch: log.epoch, eventId: 10 * 256 } });
    await again.follower.ready;
    expect(again.gaps).toEqual([{ epoch: log.epoch, missedFrom: 11, missedTo: 25 }]);
    expect(again.kinds()).toEqual(kinds(25, 30));
    await again.follower.stop();
    await own.close();
    await process?.close();
  });

  it('moves to a new epoch and rejects waiters of the old one', async () => {
    const log = await openLog('epoch');
    const seen = start(log);
    await log.publish(event('a.b.0'));
    await seen.follower.waitFor(1);
    await log.announce();
    await until(() => seen.follower.freshness.isFresh(), 'freshness');
    const waiting = seen.follower.waitFor(99);
    const rejected = expect(waiting).rejects.toThrow(LogGapError);
    await log.startEpoch();
    await log.publish(event('a.b.1'));
    await log.announce();
    await rejected;
    await until(() => seen.events.length === 2, 'the new event');
    expect(seen.events[1]!.id).toBe(256);
    expect(seen.epochs).toHaveLength(2);
  });

  it('detects a stream that was restored from an older state and has since grown beyond the follower’s position', async () => {
    const log = await openLog('rollback');
    const seen = start(log);
    await publishMany(log, 0, 10);
    await seen.follower.waitFor(10);
    await stage.server.stop();
    execFileSync('cp', ['-a', stage.server.storeDir, join(stage.dir, nameOf('copy'))]);
    await stage.server.start();
    await publishMany(log, 10, 20);
    await seen.follower.waitFor(20);
    await stage.server.stop();
    rmSync(stage.server.storeDir, { recursive: true });
    execFileSync('cp', ['-a', join(stage.dir, nameOf('copy')), stage.server.storeDir]);
    // The restored stream gets new entries before this follower reconnects.
    const reports: unknown[] = [];
    await stage.server.start();
    const subscription = stage.nats.subscribe(logNames(log.prefix).lossReports, {
      callback: (_error, message) => void reports.push(message.json()),
    });
    log.sequence = 10;
    await publishMany(log, 100, 115);
    await until(() => reports.length > 0, 'the report');
    expect(reports[0]).toMatchObject({ epoch: log.epoch, sequence: 20 });
    expect(seen.kinds()).toEqual(kinds(0, 20));
    expect(seen.follower.caughtUp()).toBe(false);
    await log.startEpoch();
    await log.publish(event('a.b.200'));
    await until(() => seen.kinds().at(-1) === 'a.b.200', 'the new epoch');
    subscription.unsubscribe();
  });

  it('keeps up with a slow handler without losing order or memory', async () => {
    const log = await openLog('slow');
    const padding = Buffer.alloc(20_000).toString('base64');
    for (let n = 0; n < 400; n++) await log.publish({ event: { kind: `a.b.${n}`, traceparent: padding } });
    let last = -1;
    const seen = start(log, {
      onEvents: async (batch) => {
        for (const one of batch) {
          expect(one.sequence).toBe(last === -1 ? 1 : last + 1);
          last = one.sequence;
        }
        await new Promise((resolve) => setImmediate(resolve));
      },
    });
    await seen.follower.ready;
    expect(last).toBe(400);
  });
});
