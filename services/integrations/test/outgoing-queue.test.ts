import { silentLogger } from '@parley/core';
import { createDb, type Db, sql } from '@parley/db';
import { createTestDatabase, type TestDatabase } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  claimOutgoing,
  deleteUnsendable,
  insertOutgoing,
  listOutgoingDeliveries,
} from '../src/db/outgoing-deliveries.ts';
import { putOutgoing, removeOutgoing } from '../src/db/outgoing-webhooks.ts';

let database: TestDatabase;
let db: Db;

beforeEach(async () => {
  database = await createTestDatabase();
  db = createDb({
    url: database.urlOf('integrations'),
    poolSize: 2,
    logger: silentLogger,
    registry: new Registry(),
    applicationName: 'integrations-test',
  });
});
afterEach(async () => {
  await db.close();
  await database.drop();
});

const program = (botId: number) =>
  putOutgoing(
    db,
    botId,
    { url: 'https://example.com/' },
    { sealedToken: Buffer.of(1), sealedSecret: Buffer.of(1) },
  );

let events = 0;
const deliveryTo = (botId: number) => ({
  botId,
  epoch: 'e',
  eventId: ++events,
  messageId: events,
  senderId: 1,
  trigger: 'mention',
  triggerWord: '',
  event: '',
});

/** Lets deliveries to a bot wait. */
const manyWait = (botId: number, count: number) =>
  db.execute(sql`
    insert into outgoing_deliveries (bot_id, epoch, event_id, message_id, sender_id, trigger, trigger_word)
    select ${botId}, 'before', n, n, 1, 'mention', '' from generate_series(1, ${count}::int) as n`);

const counts = async (botId: number): Promise<Record<string, number>> => {
  const rows = await db.many<{ state: string; count: number }>(sql`
    select state, count(*)::int8 as count from outgoing_deliveries where bot_id = ${botId} group by state`);
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]));
};

it('bounds what waits for each bot, also when bots take turns, and gives up the oldest', async () => {
  const [first, second, small] = [1, 2, 3];
  for (const botId of [first, second, small]) await program(botId);
  for (const botId of [first, second]) await manyWait(botId, 10_000);
  await manyWait(small, 10);
  // Their IDs are odd for one of the bots and even for the other.
  const last = Array.from({ length: 300 }, (_, n) => deliveryTo(n % 2 === 0 ? first : second));
  await insertOutgoing(db, last);
  for (const botId of [first, second]) {
    const { waiting = 0, dead = 0 } = await counts(botId);
    expect(waiting + dead).toBe(10_150);
    expect(waiting).toBeGreaterThanOrEqual(10_000);
    expect(waiting).toBeLessThan(10_100);
    const [newestDead] = await listOutgoingDeliveries(db, botId, { before: 0, state: 'dead', limit: 1 });
    expect(newestDead).toMatchObject({ messageId: dead, error: 'Too many deliveries were waiting.' });
  }
  expect(await counts(small)).toEqual({ waiting: 10 });
  // What remains is sent from its oldest on.
  const claimed = await claimOutgoing(db, { limit: 10, claimSeconds: 60 });
  expect(claimed).toHaveLength(3);
  for (const { botId, messageId } of claimed) expect(messageId).toBe(((await counts(botId)).dead ?? 0) + 1);
});

it('claims the next of every bot, however much waits for others', async () => {
  for (const botId of [1, 2]) await program(botId);
  await manyWait(1, 10_000);
  await insertOutgoing(db, [deliveryTo(2)]);
  const claim = async () =>
    (await claimOutgoing(db, { limit: 10, claimSeconds: 60 })).map((each) => each.botId);
  expect((await claim()).sort()).toEqual([1, 2]);
  // The next of a bot waits for the one before it.
  expect(await claim()).toEqual([]);
});

it('keeps nothing that waits for a program that was removed', async () => {
  for (const botId of [1, 2]) await program(botId);
  for (const botId of [1, 2]) await manyWait(botId, 3);
  await removeOutgoing(db, 1);
  expect(await deleteUnsendable(db)).toBe(3);
  expect(await deleteUnsendable(db)).toBe(0);
  expect(await counts(1)).toEqual({});
  expect(await counts(2)).toEqual({ waiting: 3 });
});
