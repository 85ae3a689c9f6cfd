import { sql } from '@parley/db';
import { roles } from '@parley/rules';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { moveMessages } from '../src/db/changing/edits.ts';
import { getRetentionEffect } from '../src/rpc/get-retention-effect.ts';
import { deleteExpired } from '../src/workers/retention.ts';
import { type LoggedTestService, openLoggedTestService } from './support.ts';

let service: LoggedTestService;

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  for (const user of [1, 2]) world.user(user);
  world.channel(1, { name: 'inherits' });
  world.channel(2, { name: 'forever', messageRetentionDays: -1 });
  world.channel(3, { name: 'short', messageRetentionDays: 1 });
  for (const channel of [1, 2, 3]) world.subscribe(1, channel);
});

afterAll(() => service[Symbol.asyncDispose]());

const left = async () =>
  (await service.db.many<{ id: number }>(sql`select id from messages order by id`)).map(({ id }) => id);

it('deletes messages that are older than the retention time of the organization or the channel, and nothing else', async () => {
  const { world, ctx, db } = service;
  const sent: number[] = [];
  for (let age = 10; age >= 0; age -= 5) {
    for (const channel of [1, 2, 3]) sent.push(await service.send(1, { channel, topic: `topic ${age}` }));
    sent.push(await service.send(1, { to: [2] }));
  }
  // Of the twelve messages, four are ten days old, four are five days old, and four are new.
  const [old, middle] = [sent.slice(0, 4), sent.slice(4, 8)];
  await db.execute(
    sql`update messages set sent_at = now() - interval '10 days' where id = any(${old}::int8[])`,
  );
  await db.execute(
    sql`update messages set sent_at = now() - interval '5 days' where id = any(${middle}::int8[])`,
  );
  await service.emitted();

  world.settings.message_retention_days = -1;
  world.isDeactivated = true;
  await deleteExpired(ctx);
  expect(await left()).toEqual(sent);
  world.isDeactivated = false;
  await deleteExpired(ctx);
  const withoutShort = sent.filter((id) => id !== old[2] && id !== middle[2]);
  expect(await left()).toEqual(withoutShort);
  const events = await service.emitted();
  expect(events.flatMap(({ deliveries }) => deliveries)).toMatchObject([
    { to: { channelId: 3 }, json: { type: 'delete_message', message_ids: [old[2]], topic: 'topic 10' } },
    { json: { message_ids: [middle[2]], topic: 'topic 5' } },
  ]);
  expect(events.at(-1)).toMatchObject({ kind: 'messaging.channel.start_changed' });

  world.settings.message_retention_days = 7;
  await Promise.all([deleteExpired(ctx), deleteExpired(ctx)]);
  expect(await left()).toEqual(withoutShort.filter((id) => id !== old[0] && id !== old[3]));
  const emitted = (await service.emitted()).flatMap(({ deliveries }) => deliveries);
  expect(emitted).toMatchObject([
    { to: { channelId: 1 }, json: { message_ids: [old[0]] } },
    { to: { userIds: [1, 2] }, json: { message_ids: [old[3]], message_type: 'private' } },
  ]);
});

it('counts for owners the messages that a retention time would delete', async () => {
  const { world, ctx, db } = service;
  await db.execute(sql`delete from messages`);
  const old: number[] = [];
  for (const channel of [1, 2, 3]) old.push(await service.send(1, { channel, topic: 'counted' }));
  old.push(await service.send(1, { to: [2] }));
  await service.send(1, { channel: 1, topic: 'counted' });
  await db.execute(
    sql`update messages set sent_at = now() - interval '10 days', has_attachment = (channel_id is null)
         where id = any(${old}::int8[])`,
  );
  world.user(1, { role: roles.owner });
  const count = (days: number, channelId = 0, userId = 1) =>
    getRetentionEffect(ctx, { days, channelId }, service.scope(userId));
  expect(await count(7)).toEqual({ messages: 2, messagesWithFiles: 1, isComplete: true });
  expect(await count(30)).toEqual({ messages: 0, messagesWithFiles: 0, isComplete: true });
  expect(await count(7, 2)).toEqual({ messages: 1, messagesWithFiles: 0, isComplete: true });
  await expect(count(7, 99)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(count(7, 0, 2)).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
});

it('counts and deletes messages that were moved to a channel in which nobody has posted', async () => {
  const { world, ctx, db } = service;
  await db.execute(sql`delete from messages`);
  world.user(1, { role: roles.owner });
  world.channel(4, { name: 'only moved messages' });
  const id = await service.send(1, { channel: 1, topic: 'moved' });
  const to = { channelId: 4, topic: undefined };
  await db.tx((tx) => moveMessages(tx, [id], to, { editorId: 1, at: 1_700_000_000, isMove: true }));
  await db.execute(sql`update messages set sent_at = now() - interval '10 days' where id = ${id}`);
  expect(await getRetentionEffect(ctx, { days: 7, channelId: 0 }, service.scope(1))).toMatchObject({
    messages: 1,
  });
  world.settings.message_retention_days = 7;
  await deleteExpired(ctx);
  expect(await left()).toEqual([]);
});

it('deletes expired messages although another channel keeps its messages longer than there are times', async () => {
  const { world, ctx, db } = service;
  await db.execute(sql`delete from messages`);
  world.channel(4, { name: 'very long', messageRetentionDays: 2 ** 31 - 1 });
  world.channel(5, { name: 'short', messageRetentionDays: 1 });
  const kept = await service.send(1, { channel: 4, topic: 'kept' });
  const expired = await service.send(1, { channel: 5, topic: 'expired' });
  const both = [kept, expired];
  await db.execute(
    sql`update messages set sent_at = now() - interval '10 days' where id = any(${both}::int8[])`,
  );
  await deleteExpired(ctx);
  expect(await left()).toEqual([kept]);
});

it('deletes what was sent here before messages that an import has brought, whose IDs are lower', async () => {
  const { world, ctx, db } = service;
  await db.execute(sql`delete from messages`);
  world.user(1, { role: roles.owner });
  const send = (channel: number) => service.send(1, { channel, topic: 'beside' });
  const [expired, kept, imported, importedBefore] = [
    await send(1),
    await send(1),
    await send(1),
    await send(1),
  ];
  const setTime = (id: number, age: string) =>
    db.execute(sql`update messages set sent_at = now() - ${age}::interval where id = ${id}`);
  await setTime(expired, '10 days');
  await setTime(imported, '5 days');
  await setTime(importedBefore, '20 days');
  const now = Date.now();
  const move = (id: number, days: number) =>
    db.execute(sql`update messages set id = ${now - days * 86_400_000} where id = ${id}`);
  await move(imported, 5);
  await move(importedBefore, 20);
  world.settings.message_retention_days = 7;
  expect(await getRetentionEffect(ctx, { days: 7, channelId: 0 }, service.scope(1))).toMatchObject({
    messages: 2,
  });
  await deleteExpired(ctx);
  expect(await left()).toEqual([now - 5 * 86_400_000, kept]);
});
