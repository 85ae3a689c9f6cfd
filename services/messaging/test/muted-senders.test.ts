import { sql } from '@parley/db';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createScheduledMessage } from '../src/rpc/scheduled-messages/create-scheduled-message.ts';
import { deliverDue } from '../src/workers/due-messages.ts';
import { type LoggedTestService, openLoggedTestService } from './support.ts';

let service: LoggedTestService;

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  for (const id of [1, 2, 3, 4]) world.user(id);
  world.channel(1);
  for (const id of [1, 2, 3]) world.subscribe(id, 1);
  // Persons 2 and 4 muted person 1. Person 2 is subscribed to the channel, and person 4 is not.
  world.mutedUsers.set(2, [1]).set(4, [1]);
});

afterAll(() => service[Symbol.asyncDispose]());

const flagsOf = async (userId: number, id: number) => {
  const { messages } = await service.read(userId, { hasMessageIds: true, messageIds: [id] });
  return messages[0]?.flags;
};

it('a message from a muted person is already marked as read for the recipients who muted them, and for no one else', async () => {
  await service.emitted();
  const id = await service.send(1, { channel: 1 });
  expect(await flagsOf(2, id)).toEqual(['read']);
  expect(await flagsOf(3, id)).toEqual([]);
  expect(await flagsOf(4, id)).toEqual(['read', 'historical']);
  const flagEvents = (await service.emitted()).filter(({ kind }) => kind === 'messaging.flags.updated');
  expect(flagEvents.flatMap(({ deliveries }) => deliveries)).toMatchObject([
    { to: { userIds: [2] }, json: { flag: 'read', op: 'add', messages: [id] } },
  ]);
});

it('a direct message from a muted person is already marked as read for the members who muted them', async () => {
  const id = await service.send(1, { to: [2, 3] });
  expect(await flagsOf(2, id)).toEqual(['read']);
  expect(await flagsOf(3, id)).toEqual([]);
});

it('a message from someone who is not muted stays unread', async () => {
  const id = await service.send(3, { channel: 1 });
  expect(await flagsOf(2, id)).toEqual([]);
});

it('a scheduled message from a muted person is already marked as read for the recipient who muted them', async () => {
  const deliverAt = Math.floor(Date.now() / 1000) + 1_000;
  const place = { type: 'private', to: [2] };
  const request = { place, topic: undefined, content: 'later', deliverAt, readBySender: undefined };
  await createScheduledMessage(service.ctx, request, service.scope(1));
  await service.db.execute(sql`update scheduled_messages set deliver_at = now() - interval '1 second'`);
  await deliverDue(service.ctx);
  const { messages } = await service.read(2);
  expect(messages.at(-1)).toMatchObject({ content: '<p>later</p>', flags: ['read'] });
});
