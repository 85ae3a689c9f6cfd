import { sql } from '@parley/db';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { maxPins } from '../src/domain/limits.ts';
import { deleteMessage } from '../src/rpc/changing/delete-message.ts';
import { listPins } from '../src/rpc/changing/list-pins.ts';
import { pinMessage } from '../src/rpc/changing/pin-message.ts';
import { unpinMessage } from '../src/rpc/changing/unpin-message.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { eraseUser } from '../src/rpc/erasing/erase-user.ts';
import { type LoggedTestService, narrowTo, openLoggedTestService, roles } from './support.ts';

let service: LoggedTestService;

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  world.user(1);
  world.user(2);
  world.user(3, { role: roles.admin });
  world.user(4, { role: roles.guest });
  world.channel(1, { name: 'general' });
  world.channel(2, { name: 'secret', inviteOnly: true, historyPublicToSubscribers: true });
  world.channel(4, { name: 'old', isArchived: true });
  world.channel(5, {
    name: 'announcements',
    groupSettings: { can_send_message_group: { value: { $case: 'groupId', groupId: 12 } } },
  });
  for (const user of [1, 2, 3]) for (const channel of [1, 5]) world.subscribe(user, channel);
  for (const user of [1, 3]) world.subscribe(user, 2);
  Object.assign(world.settings, {
    can_move_messages_between_channels_group: 11,
    can_move_messages_between_topics_group: 11,
    can_delete_any_message_group: 12,
    move_messages_between_streams_limit_seconds: 600,
    move_messages_within_stream_limit_seconds: 600,
  });
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach(async () => {
  await service.emitted();
  await service.db.execute(sql`delete from pinned_messages`);
});

const send = (channel: number, by = 1) => service.send(by, { channel, topic: 'plans' });
const pinsFor = async (userId: number, channelId: number) =>
  JSON.parse((await listPins(service.ctx, { channelId }, service.scope(userId))).pinsJson.toString()) as {
    message_id: number;
    user_id: number | null;
  }[];

describe('pinned messages', () => {
  it('are listed for everybody who may read them, the latest pin first', async () => {
    const [first, second] = [await send(1), await send(1)];
    await pinMessage(service.ctx, { messageId: second }, service.scope(2));
    await pinMessage(service.ctx, { messageId: first }, service.scope(1));
    expect(await pinsFor(3, 1)).toMatchObject([
      { message_id: first, user_id: 1, topic: 'plans' },
      { message_id: second, user_id: 2 },
    ]);
    await expect(pinsFor(2, 2)).rejects.toThrow('Invalid channel ID');
    const { messages } = await service.read(2, {
      narrow: [narrowTo('channel', 1), narrowTo('is', 'pinned')],
      numBefore: 10,
      anchor: 'newest',
    });
    expect(messages.map(({ id }) => id)).toEqual([first, second]);
  });

  it('are pinned and unpinned once, and each is told once', async () => {
    const id = await send(1);
    for (let time = 0; time < 2; time++) await pinMessage(service.ctx, { messageId: id }, service.scope(1));
    for (let time = 0; time < 2; time++) await unpinMessage(service.ctx, { messageId: id }, service.scope(2));
    const kinds = (await service.emitted()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.includes('.pin.'))).toEqual([
      'messaging.pin.added',
      'messaging.pin.removed',
    ]);
    expect(await pinsFor(1, 1)).toEqual([]);
  });

  it('are those of a channel, by people who may post there', async () => {
    const announced = await send(5, 3);
    await expect(pinMessage(service.ctx, { messageId: announced }, service.scope(1))).rejects.toThrow(
      'permission to post',
    );
    await pinMessage(service.ctx, { messageId: announced }, service.scope(3));
    await expect(unpinMessage(service.ctx, { messageId: announced }, service.scope(1))).rejects.toThrow(
      'permission to post',
    );
    const secret = await send(2);
    await expect(pinMessage(service.ctx, { messageId: secret }, service.scope(2))).rejects.toThrow(
      'Invalid message(s)',
    );
    const direct = await service.send(1, { to: [2] });
    await expect(pinMessage(service.ctx, { messageId: direct }, service.scope(1))).rejects.toThrow(
      'Only messages in channels',
    );
  });

  it('end with the message, follow it to another channel, and forget an erased person', async () => {
    const [gone, moved] = [await send(1), await send(1)];
    for (const messageId of [gone, moved]) await pinMessage(service.ctx, { messageId }, service.scope(1));
    await deleteMessage(service.ctx, { messageId: gone }, service.scope(3));
    expect(await pinsFor(1, 1)).toHaveLength(1);
    await updateMessage(
      service.ctx,
      UpdateMessageRequest.fromPartial({ messageId: moved, channelId: 2, propagateMode: 'change_one' }),
      service.scope(3),
    );
    expect([await pinsFor(1, 1), await pinsFor(1, 2)]).toMatchObject([[], [{ message_id: moved }]]);
    await eraseUser(service.ctx, { userId: 1, deletesMessages: false }, service.scope(3));
    expect(await pinsFor(3, 2)).toMatchObject([{ message_id: moved, user_id: null }]);
  });

  it(`are at most ${maxPins} in a channel`, async () => {
    const id = await send(1);
    await service.db.execute(sql`
      insert into pinned_messages (message_id, channel_id, user_id) select 1000000 + n, 1, 1 from generate_series(1, ${maxPins}) n`);
    await expect(pinMessage(service.ctx, { messageId: id }, service.scope(1))).rejects.toThrow(
      `at most ${maxPins}`,
    );
  });
});
