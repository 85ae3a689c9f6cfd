import { askLogEnd } from '@parley/event-log';
import { until } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numberOf, type Place, put, type Servers, startServers } from './harness.ts';

// Writers ask the relay for the end of the log, and then wait until they have read their own write.

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers?.[Symbol.asyncDispose]());

const ask = ({ nats, name }: Place, withinMs = 100_000) =>
  askLogEnd({ nats, prefix: name, untilMs: performance.now() + withinMs });

it('answers with a position that includes all transactions that committed before the request', async () => {
  const place = await servers.place('positions');
  await place.relay();
  const { seen, follower } = place.follow();
  // Until the follower is ready, it does not know the epoch.
  await follower.ready;
  const answers = new Map<number, number>();
  const writers = 4;
  await Promise.all(
    Array.from({ length: writers }, (_, writer) =>
      place.client(async (client) => {
        for (let n = writer; n < 200; n += writers) {
          await put(client, n);
          const position = await ask(place);
          expect(position?.epoch).toBe(follower.position.epoch);
          answers.set(n, position!.sequence);
        }
      }),
    ),
  );
  await until('all events', () => seen.length === 200);
  const late = seen.filter((event) => event.sequence > answers.get(numberOf(event))!);
  expect(late.map(numberOf)).toEqual([]);
});

it('answers while nothing is written, and while a transaction stays open', async () => {
  const place = await servers.place('idle_positions');
  await place.relay();
  expect(await ask(place)).toMatchObject({ sequence: 0 });
  await place.client(async (client) => {
    await client.query('begin');
    await client.query('insert into things values (1)');
    expect(await ask(place)).toMatchObject({ sequence: 0 });
    await client.query('rollback');
  });
});

it('answers through the standby when the active relay stops, and nothing without a relay', async () => {
  const place = await servers.place('position_standby');
  const first = await place.relay();
  const second = await place.relay();
  await place.client((client) => put(client, 1));
  expect(await ask(place)).toMatchObject({ sequence: 1 });
  await first.stop();
  expect(await ask(place)).toMatchObject({ sequence: 1 });
  await second.stop();
  expect(await ask(place, 200)).toBeUndefined();
});
