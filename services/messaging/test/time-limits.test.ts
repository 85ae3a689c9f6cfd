import { sql } from '@parley/db';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deleteMessage } from '../src/rpc/changing/delete-message.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { type LoggedTestService, openLoggedTestService, roles } from './support.ts';

// Tests the organization's settings that limit for how long members may change messages.

const [member, moderator] = [1, 2];
const [here, elsewhere] = [1, 2];
let service: LoggedTestService;

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  world.user(member);
  world.user(moderator, { role: roles.moderator });
  world.channel(here, { name: 'here' });
  world.channel(elsewhere, { name: 'elsewhere' });
  for (const user of [member, moderator])
    for (const channel of [here, elsewhere]) world.subscribe(user, channel);
});

afterAll(() => service[Symbol.asyncDispose]());

/** Sets each time limit to ten minutes. */
beforeEach(() => {
  Object.assign(service.world.settings, {
    can_delete_own_message_group: 10,
    can_move_messages_between_topics_group: 10,
    can_move_messages_between_channels_group: 10,
    can_resolve_topics_group: 10,
    message_content_edit_limit_seconds: 600,
    message_content_delete_limit_seconds: 600,
    move_messages_within_stream_limit_seconds: 600,
    move_messages_between_streams_limit_seconds: 600,
    allow_message_editing: true,
  });
});

/** Sends a message as the member, and makes it appear an hour old. */
async function sendOld(topic = 'old'): Promise<number> {
  const id = await service.send(member, { channel: here, topic });
  await service.db.execute(sql`update messages set sent_at = now() - interval '1 hour' where id = ${id}`);
  return id;
}

const update = (messageId: number, change: Partial<UpdateMessageRequest>, userId = member) => {
  const request = { messageId, propagateMode: 'change_one', notifyNewThread: false, ...change };
  return updateMessage(service.ctx, UpdateMessageRequest.create(request), service.scope(userId));
};

const late = (what: string) => expect.objectContaining({ message: expect.stringContaining(what) });

it('message_content_edit_limit_seconds refuses later edits', async () => {
  const id = await sendOld();
  await expect(update(id, { content: 'new' })).rejects.toEqual(late('editing this message has past'));
  service.world.settings.message_content_edit_limit_seconds = 7200;
  await update(id, { content: 'new' });
});

it('message_content_delete_limit_seconds refuses later deletions', async () => {
  const id = await sendOld();
  const remove = () => deleteMessage(service.ctx, { messageId: id }, service.scope(member));
  await expect(remove()).rejects.toEqual(late('deleting this message has passed'));
  service.world.settings.message_content_delete_limit_seconds = 7200;
  await remove();
});

it('move_messages_within_stream_limit_seconds refuses later moves to other topics, except by moderators', async () => {
  const [first, second] = [await sendOld('one'), await sendOld('two')];
  service.world.settings.move_messages_between_streams_limit_seconds = 7200;
  await expect(update(first, { topic: 'new' })).rejects.toEqual(late("editing this message's topic"));
  await expect(update(first, { topic: 'new', channelId: elsewhere })).rejects.toEqual(
    late("editing this message's channel"),
  );
  await update(first, { topic: 'new' }, moderator);
  service.world.settings.move_messages_within_stream_limit_seconds = 7200;
  await update(second, { topic: 'new' });
});

it('move_messages_between_streams_limit_seconds refuses later moves to other channels, whatever the limit for topics is', async () => {
  const id = await sendOld();
  service.world.settings.move_messages_within_stream_limit_seconds = 7200;
  await expect(update(id, { channelId: elsewhere })).rejects.toEqual(late("editing this message's channel"));
  service.world.settings.move_messages_within_stream_limit_seconds = 600;
  service.world.settings.move_messages_between_streams_limit_seconds = 7200;
  await update(id, { channelId: elsewhere });
});
