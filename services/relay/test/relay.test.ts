import { until } from '@parley/test-servers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { numberOf, put, type Servers, startServers } from './harness.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers();
});
afterAll(() => servers?.[Symbol.asyncDispose]());

describe('the relay', () => {
  it('publishes committed events once and in commit order, and no event that was rolled back', async () => {
    const place = await servers.place('order_of_commits');
    await place.relay();
    const { seen, follower } = place.follow();
    await place.client(async (client) => {
      for (let n = 0; n < 100; n++) await put(client, n);
      await client.query('begin');
      await put(client, 1000);
      await client.query('rollback');
      await client.query('begin');
      for (let n = 100; n < 400; n++) await put(client, n);
      await client.query('commit');
    });
    await until('all events', () => seen.length >= 400);
    expect(seen.map(numberOf)).toEqual(Array.from({ length: 400 }, (_, n) => n));
    expect(seen.map((event) => event.assignedId)).toEqual(seen.map(numberOf));
    const ids = seen.map((event) => event.id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    await until('freshness', () => follower.freshness.isFresh());
  });
});
