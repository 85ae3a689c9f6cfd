import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadReader, loadUnreadScope } from '../src/access/reader.ts';
import { readUnreadMessages } from '../src/reading/unread-messages.ts';
import { openTestService, type TestService } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2, 3]) world.user(id);
  for (const id of [1, 2]) world.channel(id);
});

afterAll(() => service[Symbol.asyncDispose]());

/** Reads at most three unread messages, for a client to which channel 2 is hidden. */
async function unreadOf(userId: number) {
  const scope = service.scope(userId);
  const reader = await loadReader(service.world.users.get(userId)!, scope);
  const unreadScope = await loadUnreadScope(reader, scope);
  return await service.db.tx((tx) =>
    readUnreadMessages(tx, reader, unreadScope, {
      unreadRules: { topics: [], hiddenChannelIds: [2] },
      emptyTopicName: '',
      limit: 3,
    }),
  );
}

const send = (channel: number) => service.send(2, { channel, topic: 'lunch' });

it('says that older unread messages are missing when a newer one is in a hidden channel', async () => {
  for (const channel of [1, 2]) service.world.subscribe(1, channel);
  const shown = [await send(1), await send(1), await send(1), await send(1)];
  await send(2);
  expect(await unreadOf(1)).toMatchObject({
    count: 3,
    streams: [{ stream_id: 1, unread_message_ids: shown.slice(1) }],
    old_unreads_missing: true,
  });
});

it('lists older unread messages when all newer ones are in a hidden channel', async () => {
  const before = await send(1);
  for (const channel of [1, 2]) service.world.subscribe(3, channel, [[before, 0]]);
  const shown = await send(1);
  for (let n = 0; n < 4; n++) await send(2);
  expect(await unreadOf(3)).toMatchObject({
    count: 1,
    streams: [{ stream_id: 1, unread_message_ids: [shown] }],
    old_unreads_missing: false,
  });
});
