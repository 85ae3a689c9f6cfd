import type { NatsConnection } from '@nats-io/transport-node';
import { sleep } from '@parley/core';
import { connectNats, type Follower, type LogPosition, logNames } from '@parley/event-log';
import { Link, sharedServers, startLoopClock, uniqueName } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Generation } from '../src/own-writes/generation.ts';
import { derivingWorkers } from '../src/own-writes/late-workers.ts';
import { RecentWrites } from '../src/own-writes/own-writes.ts';
import type { Heartbeat } from '../src/own-writes/peer-table.ts';
import { Positions } from '../src/own-writes/positions.ts';

const all = ['facts', 'messages'] as const;
const user = 7;
const epoch = 'e';
/** Timeout that only a hanging test reaches, even on a slow machine. */
const waiting = { timeout: 60_000 };

let prefix: string;
let closing: (() => unknown)[];
beforeEach(() => {
  prefix = uniqueName('own');
  closing = [];
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.reverse()) await close();
});

/** Creates the state of one gateway about recent writes. Its follower claims to have read the whole log. */
async function gateway({ startedAt = 1_000, release = '1', natsUrl = sharedServers().nats } = {}) {
  const nats = await connectNats({ url: natsUrl, name: 'test' });
  closing.push(() => nats.close());
  const generation = new Generation({ release, startedAt, withinMs: 20_000 });
  const writes = new RecentWrites(new Registry(), generation);
  const follower = {
    position: { epoch, sequence: Number.MAX_SAFE_INTEGER },
    freshness: { ageMs: () => 0 },
  } as Follower;
  const connected = writes.connect({ nats, prefix, follower });
  closing.push(() => connected.stop());
  return { writes, generation, nats, stop: () => connected.stop() };
}

/**
 * Answers questions about the end of the log, as the relay and the workers do. Each answer is one position later than the last.
 * @param silent workers that do not answer
 */
async function answerQuestions(
  nats: NatsConnection,
  silent: { workers: readonly string[] } = { workers: [] },
) {
  const names = logNames(prefix);
  let asked = 0;
  const subscriptions = [
    nats.subscribe(names.position, {
      callback: (_error, message) => void message.respond(JSON.stringify({ epoch, sequence: ++asked })),
    }),
    ...derivingWorkers.map((worker) =>
      nats.subscribe(names.worker(worker), {
        callback: (_error, message) => {
          if (!silent.workers.includes(worker)) message.respond(JSON.stringify({ quietMs: 60_000 }));
        },
      }),
    ),
  ];
  closing.push(() => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  });
  await nats.flush();
  return () => asked;
}

/** Resolves when a connection reports a status. */
async function statusOf(nats: NatsConnection, wanted: string): Promise<void> {
  for await (const { type } of nats.status()) if (type === wanted) return;
}

/** Starts a fake gateway that sends heartbeats. It acknowledges announcements only while `acknowledges` is set. */
async function silentGateway() {
  const nats = await connectNats({ url: sharedServers().nats, name: 'test' });
  const id = 'silent';
  const names = logNames(prefix);
  const heard: Record<string, number> = {};
  let isEchoed = false;
  let received = 0;
  let beat = 0;
  const silent = {
    nats,
    acknowledges: false,
    received: () => received,
    isEchoed: () => isEchoed,
    others: () => Object.keys(heard),
  };
  nats.subscribe(names.broadcast('gateway'), {
    callback: (_error, message) => {
      const heartbeat = message.json<Heartbeat>();
      if (heartbeat.from === id) return;
      heard[heartbeat.from] = heartbeat.beat;
      isEchoed = id in heartbeat.heard;
    },
  });
  nats.subscribe(names.broadcast(`gateway.${id}`), {
    callback: (_error, message) => {
      received++;
      if (silent.acknowledges) message.respond();
    },
  });
  const timer = setInterval(() => {
    const heartbeat: Heartbeat = { from: id, beat: ++beat, heard };
    nats.publish(names.broadcast('gateway'), JSON.stringify(heartbeat));
  }, 100);
  closing.push(() => {
    clearInterval(timer);
    return nats.close();
  });
  return silent;
}

/** Resolves when a gateway knows all recent writers, and has determined a position for the records that apply to every user. */
const settled = ({ writes }: Awaited<ReturnType<typeof gateway>>, stranger = 99) =>
  vi.waitFor(async () => {
    const position = await writes.before(stranger, all);
    expect(position).toMatchObject({ epoch });
    expect(await writes.before(stranger, all)).toEqual(position);
  }, waiting);

/**
 * Repeats `part` until it passes. A single attempt may fail without a defect: a write does not wait for a slow NATS, and other
 * gateways then miss it.
 */
const repeated = (part: () => Promise<void>) => vi.waitFor(part, waiting);

describe('gateways', () => {
  it('know, before a write is answered, that the user writes through another gateway', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const asked = await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    const write = one.writes.begin(user, 'messages');
    // While the write is open, each request gets a new position.
    await vi.waitFor(async () => {
      const position = (await two.writes.before(user, all)) as LogPosition;
      expect(await two.writes.before(user, all)).toEqual({ epoch, sequence: position.sequence + 1 });
    }, waiting);
    await write.end();
    const before = asked();
    // A question is repeated when its answer is late, so the position may be later than the next one.
    expect(((await two.writes.before(user, all)) as LogPosition).sequence).toBeGreaterThan(before);
    await vi.waitFor(async () => {
      const position = await two.writes.before(user, all);
      // When the position is known and has been read, the result is not a promise.
      expect(two.writes.before(user, all)).toEqual(position);
    }, waiting);
  });

  it('know, before a write is answered, of a write that began before they started', async () => {
    const one = await gateway();
    await answerQuestions(one.nats);
    await settled(one);
    await repeated(async () => {
      const write = one.writes.begin(user, 'messages');
      const two = await gateway();
      await settled(two);
      const early = (await two.writes.before(user, all)) as LogPosition;
      expect(await two.writes.before(user, all)).toEqual(early);
      await write.end();
      const late = (await two.writes.before(user, all)) as LogPosition;
      expect(late.sequence).toBeGreaterThan(early.sequence);
    });
  });

  it('know of a write for as long as it lasts', async () => {
    const [one, two] = [await gateway(), await gateway()];
    await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    let announced = 0;
    one.nats.subscribe(logNames(prefix).broadcast('gateway.*'), {
      callback: (_error, message) => {
        if (message.string().includes('"begun":[{')) announced++;
      },
    });
    const write = one.writes.begin(user, 'messages');
    await vi.waitFor(async () => {
      const position = await two.writes.before(user, all);
      expect(await two.writes.before(user, all)).not.toEqual(position);
    }, waiting);
    const now = performance.now.bind(performance);
    for (const aheadMs of [20_000, 40_000, 60_000]) {
      const before = announced;
      vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
      // An announcement is repeated when its acknowledgement is late, so there may be more than one.
      await vi.waitFor(() => expect(announced).toBeGreaterThan(before), waiting);
      await settled(two);
    }
    const position = (await two.writes.before(user, all)) as LogPosition;
    expect(await two.writes.before(user, all)).not.toEqual(position);
    await write.end();
  });

  it('send few heartbeats while a single gateway is idle, and still know of writes', async () => {
    const one = await gateway();
    await answerQuestions(one.nats);
    await settled(one);
    let heartbeats = 0;
    one.nats.subscribe(logNames(prefix).broadcast('gateway'), { callback: () => void heartbeats++ });
    const now = performance.now.bind(performance);
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 20_000);
    await sleep(200);
    heartbeats = 0;
    await sleep(1_500);
    // A gateway that is not idle sends 15.
    expect(heartbeats).toBeLessThanOrEqual(4);
    // An idle gateway may have missed announcements of others. So its first request waits until heartbeats show that there is no other
    // gateway, and gets a position of the log, because its user may have written meanwhile. If NATS does not answer in time,
    // the request gets no position and asks the owning services.
    const position = await one.writes.before(user, all);
    if (position !== 'unknown') expect(position).toMatchObject({ epoch });
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 40_000);
    await sleep(200);
    const two = await gateway();
    await settled(two);
    const write = one.writes.begin(user, 'messages');
    await new Promise(setImmediate);
    await vi.waitFor(async () => {
      const position = (await two.writes.before(user, all)) as LogPosition;
      expect(await two.writes.before(user, all)).toEqual({ epoch, sequence: position.sequence + 1 });
    }, waiting);
    await write.end();
  });

  it('announce the end of a write with the beginning of the next one', async () => {
    const [one, two] = [await gateway(), await gateway()];
    await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    // An announcement is repeated, with the same text, when its acknowledgement is late.
    const messages = new Set<string>();
    one.nats.subscribe(logNames(prefix).broadcast('gateway.*'), {
      callback: (_error, message) => void messages.add(message.string()),
    });
    await one.nats.flush();
    const writes = 5;
    await repeated(async () => {
      messages.clear();
      const ends: Promise<void>[] = [];
      for (let count = 0; count < writes; count++) {
        const write = one.writes.begin(user, 'facts');
        await new Promise(setImmediate);
        // The next write begins at once: an end is announced alone when no write begins within some milliseconds.
        ends.push(write.end());
      }
      await Promise.all(ends);
      const parsed = () => [...messages].map((text) => JSON.parse(text) as { ended?: unknown[] });
      await sleep(300);
      expect(parsed().flatMap(({ ended = [] }) => ended)).toHaveLength(writes);
      expect(messages.size).toBeLessThan(2 * writes);
    });
  });

  it('share one announcement of the messages that a user sends within a short time', async () => {
    const [one, two] = [await gateway(), await gateway()];
    await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    const begun: string[] = [];
    one.nats.subscribe(logNames(prefix).broadcast('gateway.*'), {
      callback: (_error, message) => {
        const { begun: writes = [] } = JSON.parse(message.string()) as { begun?: { write: string }[] };
        begun.push(...writes.map(({ write }) => write));
      },
    });
    await one.nats.flush();
    // The clock is stopped, so that the writes share an announcement on a slow machine, too.
    vi.spyOn(performance, 'now').mockReturnValue(performance.now());
    for (let count = 0; count < 3; count++) {
      await one.writes.begin(user, 'messages').end();
      // Only the first write was announced. Still, each request of the other gateway gets a later position than before.
      const [early, late] = [
        (await two.writes.before(user, ['messages'])) as LogPosition,
        (await two.writes.before(user, ['messages'])) as LogPosition,
      ];
      expect(late.sequence).toBeGreaterThan(early.sequence);
    }
    await one.writes.begin(user + 1, 'messages').end();
    await one.writes.begin(user, 'facts').end();
    await vi.waitFor(() => expect(new Set(begun).size).toBe(3), waiting);
    vi.restoreAllMocks();
    await vi.waitFor(async () => {
      await one.writes.begin(user, 'messages').end();
      expect(new Set(begun).size).toBeGreaterThan(3);
    }, waiting);
    // The end of the writes is announced even when no other announcement follows.
    await vi.waitFor(async () => {
      const position = await two.writes.before(user, ['messages']);
      expect(await two.writes.before(user, ['messages'])).toEqual(position);
    }, waiting);
  });

  it('announce a message again to a gateway that has joined since', async () => {
    const one = await gateway();
    await answerQuestions(one.nats);
    await settled(one);
    await repeated(async () => {
      await one.writes.begin(user, 'messages').end();
      const two = await gateway();
      await settled(two);
      const early = (await two.writes.before(user, all)) as LogPosition;
      await one.writes.begin(user, 'messages').end();
      const late = (await two.writes.before(user, all)) as LogPosition;
      expect(late.sequence).toBeGreaterThan(early.sequence);
    });
  });

  it('look up no position for a request that does not depend on earlier writes', async () => {
    const one = await gateway();
    await answerQuestions(one.nats);
    await settled(one);
    await one.writes.begin(user, 'messages').end();
    expect(one.writes.before(user, [])).toBeUndefined();
  });

  it('do not wait for a gateway that has stopped', async () => {
    const [one, two] = [await gateway(), await gateway()];
    await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    two.stop();
    await two.nats.close();
    await one.writes.begin(user, 'facts').end();
    expect(await one.writes.before(user, all)).toMatchObject({ epoch });
  });

  it('announce reports of presence', async () => {
    const [one, two] = [await gateway(), await gateway()];
    await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    let at = 100;
    await repeated(async () => {
      await one.writes.report(user, { isActive: true, at: ++at });
      expect(await two.writes.presenceOf(user)).toEqual({ isActive: true, at });
    });
  });

  it('know reports of presence from before they started, whichever gateway received these reports', async () => {
    const [one, two] = [await gateway(), await gateway()];
    await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    let at = 100;
    await repeated(async () => {
      await one.writes.report(user, { isActive: true, at: ++at });
      expect(await two.writes.presenceOf(user)).toEqual({ isActive: true, at });
    });
    one.stop();
    await one.nats.close();
    // A gateway knows no reports when NATS does not answer in time after its start. So the test starts gateways until one knows
    // them.
    await vi.waitFor(async () => {
      const three = await gateway();
      expect(await three.writes.presenceOf(user)).toEqual({ isActive: true, at });
    }, waiting);
  });

  it('send requests to the owning services while no relay answers, and stop doing so when one answers', async () => {
    const one = await gateway();
    expect(await one.writes.before(user, all)).toBe('unknown');
    await answerQuestions(one.nats);
    await vi.waitFor(
      async () => expect(await one.writes.before(user, all)).toMatchObject({ epoch }),
      waiting,
    );
  });

  it('send requests to the owning services without NATS, and answer writes', async () => {
    const one = await gateway();
    await answerQuestions(one.nats);
    await settled(one);
    await one.nats.close();
    await one.writes.begin(user, 'facts').end();
    expect(await one.writes.before(user, all)).toBe('unknown');
  });

  it('wait only once for a gateway that does not acknowledge, and again after it acknowledged', async () => {
    const one = await gateway();
    await answerQuestions(one.nats);
    await settled(one);
    const silent = await silentGateway();
    await vi.waitFor(() => expect(silent.isEchoed()).toBe(true), waiting);
    await repeated(async () => {
      await one.writes.begin(user, 'facts').end();
      expect(silent.received()).toBeGreaterThan(1);
    });
    // The other gateway no longer confirms the heartbeats of the silent one, which therefore knows that it may miss
    // announcements.
    await vi.waitFor(() => expect(silent.isEchoed()).toBe(false), waiting);
    using clock = startLoopClock();
    for (let count = 0; count < 20; count++) await one.writes.begin(user, 'facts').end();
    expect(clock.elapsedMs()).toBeLessThan(5_000);
    silent.acknowledges = true;
    await vi.waitFor(() => expect(silent.isEchoed()).toBe(true), waiting);
    await repeated(async () => {
      const before = silent.received();
      await one.writes.begin(user, 'facts').end();
      expect(silent.received()).toBeGreaterThan(before);
    });
  });

  it('acknowledge an announcement that they cannot read, and then treat every user as a writer', async () => {
    const one = await gateway();
    const asked = await answerQuestions(one.nats);
    await settled(one);
    const silent = await silentGateway();
    await vi.waitFor(() => expect(silent.others()).toHaveLength(1), waiting);
    const before = asked();
    const address = logNames(prefix).broadcast(`gateway.${silent.others()[0]}`);
    await silent.nats.request(address, 'unreadable', { timeout: 10_000 });
    expect(((await one.writes.before(user, all)) as LogPosition).sequence).toBeGreaterThan(before);
  });

  it('delay the first write while NATS is frozen, and no later write', async () => {
    const one = await gateway();
    await answerQuestions(one.nats);
    await settled(one);
    vi.spyOn(one.nats, 'publish').mockImplementation(() => undefined);
    vi.spyOn(one.nats, 'request').mockImplementation(async (_subject, _payload, options) => {
      await sleep(options!.timeout);
      throw new Error('timeout');
    });
    await vi.waitFor(async () => expect(await one.writes.before(user, all)).toBe('unknown'), waiting);
    using clock = startLoopClock();
    for (let count = 0; count < 20; count++) {
      await one.writes.begin(user, 'facts').end();
      expect(await one.writes.before(user, all)).toBe('unknown');
    }
    expect(clock.elapsedMs()).toBeLessThan(2_000);
    vi.restoreAllMocks();
    await settled(one);
  });

  it('listen for others after a reconnection before they answer a write, however long NATS was away', async () => {
    const url = new URL(sharedServers().nats);
    const natsPort = Number(url.port);
    await using link = await Link.to(natsPort);
    url.port = String(link.port);
    const one = await gateway({ natsUrl: url.href });
    await answerQuestions(one.nats);
    let heartbeats = 0;
    const other = await connectNats({ url: sharedServers().nats, name: 'test' });
    closing.push(() => other.close());
    other.subscribe(logNames(prefix).broadcast('gateway'), { callback: () => void heartbeats++ });
    for (const awayMs of [0, 700]) {
      // A write does not wait when NATS does not answer in time after the reconnection. So the test reconnects until a write waits.
      await vi.waitFor(async () => {
        await settled(one);
        const [lost, found] = [statusOf(one.nats, 'disconnect'), statusOf(one.nats, 'reconnect')];
        link.lead(undefined);
        await lost;
        await sleep(awayMs);
        heartbeats = 0;
        link.lead(natsPort);
        await found;
        await one.writes.begin(user, 'facts').end();
        // The write waits for half a second of heartbeats, because another gateway may have started.
        expect(heartbeats).toBeGreaterThanOrEqual(4);
      }, waiting);
    }
  });
});

describe('the generation of the server', () => {
  it('is shared by gateways that join, and changes with another release and after all gateways have stopped', async () => {
    const first = await gateway({ startedAt: 1_000 });
    expect(await first.generation.read()).toBe(1_000);
    const second = await gateway({ startedAt: 2_000 });
    expect(await second.generation.read()).toBe(1_000);
    first.stop();
    const third = await gateway({ startedAt: 3_000 });
    expect(await third.generation.read()).toBe(1_000);
    const next = await gateway({ startedAt: 4_000, release: '2' });
    expect(await next.generation.read()).toBe(4_000);
    await vi.waitFor(async () => expect(await second.generation.read()).toBe(4_000), waiting);
    await vi.waitFor(async () => expect(await third.generation.read()).toBe(4_000), waiting);
    for (const each of [second, third, next]) each.stop();
    // The stopped gateways are still listed for a second, but send no heartbeats. So the new one begins its own generation.
    const restarted = await gateway({ startedAt: 5_000, release: '2' });
    expect(await restarted.generation.read()).toBe(5_000);
  });
});

describe('the positions that a request waits for', () => {
  it('time out for all waiting requests together when no worker answers', async () => {
    const nats = await connectNats({ url: sharedServers().nats, name: 'test' });
    closing.push(() => nats.close());
    const silent: { workers: readonly string[] } = { workers: [] };
    await answerQuestions(nats, silent);
    const attemptMs = 1_000;
    const positions = new Positions({ nats, prefix }, attemptMs);
    await expect.poll(() => positions.find(performance.now() + 10_000)).toBeDefined();
    silent.workers = derivingWorkers;
    const beganMs = performance.now();
    using clock = startLoopClock();
    const found: Promise<LogPosition | undefined>[] = [];
    for (let count = 0; count < 6; count++) {
      found.push(positions.find(beganMs + 10_000));
      await new Promise(setImmediate);
    }
    expect(await Promise.all(found)).toEqual(found.map(() => undefined));
    expect(clock.elapsedMs()).toBeLessThan(2 * attemptMs);
    expect(await positions.find(performance.now() + 10_000)).toBeUndefined();
  });

  it('wait once for a worker that makes no progress, and again after it has caught up', async () => {
    const nats = await connectNats({ url: sharedServers().nats, name: 'test' });
    closing.push(() => nats.close());
    const silent: { workers: readonly string[] } = { workers: [] };
    await answerQuestions(nats, silent);
    const stopping = new AbortController();
    closing.push(async () => stopping.abort());
    const attemptMs = 3_000;
    const positions = new Positions({ nats, prefix, signal: stopping.signal }, attemptMs);
    await expect.poll(() => positions.find(performance.now() + 10_000)).toBeDefined();
    silent.workers = ['upload'];
    expect(await positions.find(performance.now() + 10_000)).toBeDefined();
    expect([...positions.lateWorkers]).toEqual(['upload']);
    using clock = startLoopClock();
    for (let count = 0; count < 10; count++) {
      expect(await positions.find(performance.now() + 10_000)).toBeDefined();
    }
    expect(clock.elapsedMs()).toBeLessThan(10 * attemptMs);
    silent.workers = [];
    await vi.waitFor(() => expect([...positions.lateWorkers]).toEqual([]), waiting);
  });

  it('do not delay a request beyond its time limit', async () => {
    const nats = await connectNats({ url: sharedServers().nats, name: 'test' });
    closing.push(() => nats.close());
    const silent: { workers: readonly string[] } = { workers: [] };
    await answerQuestions(nats, silent);
    const positions = new Positions({ nats, prefix }, 10_000);
    await expect.poll(() => positions.find(performance.now() + 10_000)).toBeDefined();
    silent.workers = derivingWorkers;
    expect(await positions.find(performance.now() + 50)).toBeUndefined();
    expect(positions.isWorking).toBe(true);
  });
});
