import { jetstreamManager } from '@nats-io/jetstream';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  connectNats,
  type FollowedEvent,
  follow,
  logNames,
  openNats,
  SharedLog,
  work,
} from '../src/index.ts';
import { createTestLog } from '../src/testing.ts';
import { createNatsStage, type NatsStage, until } from './nats-stage.ts';

let stage: NatsStage;
beforeAll(async () => {
  stage = await createNatsStage();
});
afterAll(() => stage?.[Symbol.asyncDispose]());

it('services of one process use one connection, and each closes only what it has subscribed itself', async () => {
  await using shared = new SharedLog('process');
  const url = stage.server.url;
  const links = [1, 2].map((n) => openNats({ url, name: `service-${n}`, shared }));
  const [one, two] = await Promise.all(links.map((link) => link.connection));
  expect(one!.info!.client_id).toBe(two!.info!.client_id);

  const received: string[] = [];
  const subscribe = (who: string, nats = one!) =>
    nats.subscribe('greeting', {
      callback: (_error, message) => void received.push(`${who} ${message.string()}`),
    });
  subscribe('one', one);
  subscribe('two', two);
  const statuses = one!.status();
  const ended = (async () => {
    for await (const { type } of statuses) if (type === 'close') return 'closed';
    return 'stopped';
  })();
  // The server must know the subscriptions before another connection publishes.
  await one!.flush();
  stage.nats.publish('greeting', 'hello');
  await until(() => received.length === 2, 'both services receive the message');

  await links[0]!.close();
  expect(await ended).toBe('stopped');
  expect([one!.isClosed(), two!.isClosed()]).toEqual([true, false]);
  expect(() => one!.subscribe('greeting')).toThrow();
  received.length = 0;
  stage.nats.publish('greeting', 'again');
  await until(() => received.length === 1, 'only the other service receives the message');
  expect(received).toEqual(['two again']);
  // A service that starts again uses the same connection.
  const again = await openNats({ url, name: 'service-1', shared }).connection;
  expect(again.info!.client_id).toBe(two!.info!.client_id);
  expect(await again.request('nobody', '', { timeout: 1000 }).catch((error) => error.message)).toContain(
    'no responders',
  );
});

it('the process closes the connection, which then is closed for all services', async () => {
  const shared = new SharedLog('process');
  const nats = await connectNats({ url: stage.server.url, name: 'service', shared });
  const closed = nats.closed();
  await shared.close();
  await closed;
  expect(nats.isClosed()).toBe(true);
});

it('draining a link ends its subscriptions after their messages, and leaves the connection open', async () => {
  await using shared = new SharedLog('process');
  const [one, two] = await Promise.all(
    [1, 2].map((n) => connectNats({ url: stage.server.url, name: `service-${n}`, shared })),
  );
  const received: string[] = [];
  one!.subscribe('work', { callback: (_error, message) => void received.push(message.string()) });
  await one!.flush();
  for (let n = 0; n < 100; n++) two!.publish('work', String(n));
  await one!.drain();
  expect(received.length).toBe(100);
  expect([one!.isClosed(), two!.isClosed()]).toEqual([true, false]);
});

it('a service that stops before NATS is reached does not wait for the connection, nor take it from others', async () => {
  await using shared = new SharedLog('process');
  const unreachable = 'nats://127.0.0.1:1';
  const link = openNats({ url: unreachable, name: 'one', shared });
  const other = openNats({ url: unreachable, name: 'two', shared });
  await link.close();
  await expect(link.connection).rejects.toThrow('closed');
  const stopping = new AbortController();
  const waiting = connectNats({ url: unreachable, name: 'three', shared }, stopping.signal);
  stopping.abort(new Error('stopping'));
  await expect(waiting).rejects.toThrow('stopping');
  expect(other.current).toBeUndefined();
  await shared.close();
  await expect(other.connection).rejects.toThrow('closed');
});

it('followers and workers of a process get the same decoded events, which are read once', async () => {
  const inspected: FollowedEvent[] = [];
  await using shared = new SharedLog('process', { inspect: (event) => void inspected.push(event) });
  const log = await createTestLog(stage.nats, 'read_once');
  const { prefix } = log;
  const received: Record<string, FollowedEvent[]> = { one: [], two: [], worker: [] };
  const followers = ['one', 'two'].map((name) => {
    const nats = shared.link(stage.server.url).connection;
    const onEvents = (events: FollowedEvent[]) => void received[name]!.push(...events);
    return follow({ nats, prefix, from: 'start', onEvents });
  });
  const worker = work({
    nats: shared.link(stage.server.url).connection,
    prefix,
    name: 'worker',
    from: 'start',
    handle: (event) => void received.worker!.push(event),
  });
  await log.publish({ event: { kind: 'a.b.first' } });
  await until(() => Object.values(received).every(({ length }) => length === 1), 'the first event');
  const jsm = await jetstreamManager(stage.nats);
  const consumers = async () =>
    (await jsm.streams.info(logNames(prefix).stream(log.epoch))).state.consumer_count;
  await until(async () => (await consumers()) === 1, 'only one consumer is left');

  await log.publish({ event: { kind: 'a.b.second' } });
  await until(() => Object.values(received).every(({ length }) => length === 2), 'the second event');
  const seconds = Object.values(received).map(([, second]) => second!);
  expect(seconds[0]!.event.kind).toBe('a.b.second');
  expect(seconds.every((each) => each === inspected.at(-1))).toBe(true);
  await Promise.all([...followers, worker].map((each) => each.stop()));
});

it('a follower that fails or waits is not caught up, and does not hold up the others', async () => {
  await using shared = new SharedLog('process');
  const log = await createTestLog(stage.nats, 'one_fails');
  const { prefix } = log;
  const nats = () => shared.link(stage.server.url).connection;
  let isBroken = true;
  const handled: number[] = [];
  const failing = follow({
    nats: nats(),
    prefix,
    from: 'start',
    onEvents: (events) => {
      if (isBroken) throw new Error('not now');
      handled.push(...events.map(({ sequence }) => sequence));
    },
  });
  const healthy = follow({ nats: nats(), prefix, from: 'start', onEvents: () => undefined });
  await Promise.all([failing.ready, healthy.ready]);
  for (let n = 1; n <= 50; n++) await log.publish({ event: { kind: `a.b.${n}` } });
  await healthy.waitFor(50);
  await until(() => healthy.caughtUp(), 'the other follower is caught up');
  expect(failing.caughtUp()).toBe(false);
  isBroken = false;
  await failing.waitFor(50);
  expect(handled).toEqual(Array.from({ length: 50 }, (_, at) => at + 1));
  await until(() => failing.caughtUp(), 'the follower is caught up');
  await Promise.all([failing, healthy].map((each) => each.stop()));
});
