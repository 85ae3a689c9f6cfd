import { sql } from '@parley/db';
import { expect, it } from 'vitest';
import { claimPhonePushes, insertPhonePushes } from '../src/db/phone-pushes.ts';
import { claimDuePushes, insertDuePushes } from '../src/db/web-push.ts';
import { startTestNotify } from './support.ts';

const people = 1_000;

it('a push is claimed once until the claim expires', async () => {
  await using env = await startTestNotify({ send: async () => undefined }, { people });
  const { db } = env;
  await db.execute(sql`
    insert into phones (user_id, kind, service, token)
    select n, 'token', 'fcm', 'phone-' || n from generate_series(1, ${people}::int8) n`);
  const message = { messageId: 7, sentAt: new Date() };
  const everybody = Array.from({ length: people }, (_, at) => ({
    userId: at + 1,
    reason: 'mention',
    delayMs: 0,
  }));
  await db.tx(async (tx) => {
    await insertPhonePushes(tx, message, everybody);
    await insertDuePushes(tx, message, everybody, true);
  });
  const claim = { limit: people / 4, leaseSeconds: 60 };
  for (const claimSome of [() => claimPhonePushes(db, claim), () => claimDuePushes(db, claim)]) {
    const claimed = new Set<number>();
    for (let round = 0; round < 4; round++) for (const { pushId } of await claimSome()) claimed.add(pushId);
    expect(claimed.size).toBe(people);
    expect(await claimSome()).toEqual([]);
    await env.makeDue();
    expect(await claimSome()).toHaveLength(claim.limit);
  }
});

it('a claim is stored on the page of its row, where it changes no index', async () => {
  await using env = await startTestNotify({ send: async () => undefined }, { people });
  const { db } = env;
  const message = { messageId: 7, sentAt: new Date() };
  const everybody = Array.from({ length: people }, (_, at) => ({
    userId: at + 1,
    reason: 'mention',
    delayMs: 0,
  }));
  await db.execute(sql`
    insert into phones (user_id, kind, service, token)
    select n, 'token', 'fcm', 'phone-' || n from generate_series(1, ${people}::int8) n`);
  await db.tx((tx) => insertPhonePushes(tx, message, everybody));
  // Numbers of the pages that contain the rows. The test compares them before and after claiming all rows.
  const pages = () =>
    db.one<{ pages: number[] }>(sql`
      select array_agg((ctid::text::point)[0]::int8 order by push_id) as pages from phone_pushes`);
  const before = await pages();
  await claimPhonePushes(db, { limit: people, leaseSeconds: 60 });
  expect(await pages()).toEqual(before);
});
