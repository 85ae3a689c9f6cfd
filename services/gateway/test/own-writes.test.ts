import type { NatsConnection } from '@nats-io/transport-node';
import { connectNats, type Follower, logNames } from '@parley/event-log';
import { sharedServers, uniqueName } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RecentWrites } from '../src/own-writes/own-writes.ts';
import { derivingWorkers } from '../src/own-writes/positions.ts';

const all = ['facts', 'messages'] as const;
const user = 7;
const epoch = 'e';
/** A limit against hanging. */
const waiting = { timeout: 20_000 };

let prefix: string;
let closing: (() => unknown)[];
beforeEach(() => {
  prefix = uniqueName('own');
  closing = [];
});
afterEach(async () => {
  for (const close of closing.reverse()) await close();
});

/** A gateway's knowledge of who wrote, with a follower that has merged everything. */
async function gateway() {
  const nats = await connectNats({ url: sharedServers().nats, name: 'test' });
  closing.push(() => nats.close());
  const writes = new RecentWrites(new Registry());
  const follower = {
    position: { epoch, sequence: Number.MAX_SAFE_INTEGER },
    freshness: { isFresh: () => true },
  } as Follower;
  const connected = writes.connect({ nats, prefix, follower });
  closing.push(() => connected.stop());
  return { writes, nats, stop: () => connected.stop() };
}

/** Answers as a relay and workers do: each question about the log's end gets the next position. */
async function answerQuestions(nats: NatsConnection) {
  const names = logNames(prefix);
  let asked = 0;
  const subscriptions = [
    nats.subscribe(names.position, {
      callback: (_error, message) => void message.respond(JSON.stringify({ epoch, sequence: ++asked })),
    }),
    ...derivingWorkers.map((worker) =>
      nats.subscribe(names.worker(worker), {
        callback: (_error, message) => void message.respond(JSON.stringify({ quietMs: 60_000 })),
      }),
    ),
  ];
  closing.push(() => {
    for (const subscription of subscriptions) subscription.unsubscribe();
  });
  await nats.flush();
  return () => asked;
}

/** Resolves when a gateway trusts what it knows and has found out the position for everybody. */
const settled = ({ writes }: Awaited<ReturnType<typeof gateway>>, stranger = 99) =>
  vi.waitFor(async () => {
    await writes.before(stranger, all);
    const again = await writes.before(stranger, all);
    expect(again).toMatchObject({ epoch });
  }, waiting);

describe('gateways', () => {
  it('know, before a write is answered, that the user writes through another gateway', async () => {
    const [one, two] = [await gateway(), await gateway()];
    const asked = await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    const write = one.writes.begin(user, 'messages');
    await write.announced;
    const before = asked();
    expect(await two.writes.before(user, all)).toEqual({ epoch, sequence: before + 1 });
    // While the write is under way, each request asks.
    expect(await two.writes.before(user, all)).toEqual({ epoch, sequence: before + 2 });
    write.end();
    await vi.waitFor(async () => {
      const position = await two.writes.before(user, all);
      expect(await two.writes.before(user, all)).toEqual(position);
    }, waiting);
  });

  it('ask about nothing that a request does not await', async () => {
    const one = await gateway();
    await answerQuestions(one.nats);
    await settled(one);
    one.writes.begin(user, 'messages').end();
    expect(one.writes.before(user, [])).toBeUndefined();
  });

  it('do not wait for a gateway that is gone', async () => {
    const [one, two] = [await gateway(), await gateway()];
    await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    two.stop();
    await two.nats.close();
    const write = one.writes.begin(user, 'facts');
    await write.announced;
    write.end();
    expect(await one.writes.before(user, all)).toMatchObject({ epoch });
  });

  it('announce reports of presence', async () => {
    const [one, two] = [await gateway(), await gateway()];
    await answerQuestions(one.nats);
    await Promise.all([settled(one), settled(two)]);
    await one.writes.report(user, { isActive: true, at: 100 });
    expect(two.writes.presenceOf(user)).toEqual({ isActive: true, at: 100 });
  });

  it('send requests to the owners of facts while no relay answers, and go on when one does', async () => {
    const one = await gateway();
    expect(await one.writes.before(user, all)).toBe('unknown');
    await answerQuestions(one.nats);
    await vi.waitFor(
      async () => expect(await one.writes.before(user, all)).toMatchObject({ epoch }),
      waiting,
    );
  });

  it('send requests to the owners of facts without NATS, and answer writes', async () => {
    const one = await gateway();
    await answerQuestions(one.nats);
    await settled(one);
    await one.nats.close();
    const write = one.writes.begin(user, 'facts');
    await write.announced;
    write.end();
    expect(await one.writes.before(user, all)).toBe('unknown');
  });
});
