import { join } from 'node:path';
import { transactionIdOf } from '@parley/event-log';
import { shiftTransactionIds, until } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Servers, startServers, withClient } from './harness.ts';
import { committed, faults, Writers } from './writers.ts';

let servers: Servers;
beforeAll(async () => {
  servers = await startServers({ autovacuum: false });
});
afterAll(() => servers?.[Symbol.asyncDispose]());

it('continues when transaction IDs pass 2^32', async () => {
  const place = await servers.place('transaction_ids');
  await withClient(servers.postgres.databaseUrl('postgres'), (client) =>
    client.query('update pg_database set datallowconn = true'),
  );
  for (const database of ['postgres', 'template0', 'template1', place.name]) {
    await withClient(servers.postgres.databaseUrl(database), (client) => client.query('vacuum freeze'));
  }
  await servers.postgres.stop();
  shiftTransactionIds(join(servers.dir, 'postgres'), 2n ** 32n - 300n);
  await servers.postgres.start();

  await place.relay();
  const following = place.follow();
  const writers = new Writers(place);
  await until('writes on both sides of the boundary', () => writers.count >= 1000);
  await writers.stop();
  const expected = await committed(place);
  await until('all events', () => following.seen.length >= expected.length);
  expect(faults(following, expected, writers)).toEqual([]);
  const ids = following.seen.map((event) => transactionIdOf(event.transactionId));
  expect(Math.min(...ids)).toBeLessThan(2 ** 32);
  expect(Math.max(...ids)).toBeGreaterThan(2 ** 32);
});
