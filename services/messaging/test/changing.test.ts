import { createHash } from 'node:crypto';
import { sql } from '@parley/db';
import { type SignalTypingRequest, UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addReaction } from '../src/rpc/changing/add-reaction.ts';
import { deleteMessage } from '../src/rpc/changing/delete-message.ts';
import { deleteTopic } from '../src/rpc/changing/delete-topic.ts';
import { removeReaction } from '../src/rpc/changing/remove-reaction.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { getMessageHistory } from '../src/rpc/reading/get-message-history.ts';
import { renderMessage } from '../src/rpc/sending/render-message.ts';
import { reportMessage } from '../src/rpc/sending/report-message.ts';
import { signalTyping } from '../src/rpc/sending/signal-typing.ts';
import { emittedEvent, type LoggedTestService, narrowTo, openLoggedTestService, roles } from './support.ts';

let service: LoggedTestService;

const group = (groupId: number) => ({ value: { $case: 'groupId' as const, groupId } });

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  world.user(1, { fullName: 'Ann Lee' });
  world.user(2, { fullName: 'Bob' });
  world.user(3, { role: roles.admin });
  world.user(4, { role: roles.guest });
  world.notificationBot(9);
  world.channel(1, { name: 'general' });
  world.channel(2, { name: 'secret', inviteOnly: true, historyPublicToSubscribers: true });
  world.channel(3, { name: 'closed', inviteOnly: true, historyPublicToSubscribers: false });
  world.channel(4, { name: 'old', isArchived: true });
  world.channel(5, {
    name: 'announcements',
    groupSettings: { can_send_message_group: group(12) },
  });
  for (const user of [1, 2, 3, 4]) world.subscribe(user, 1);
  for (const user of [1, 3]) world.subscribe(user, 2);
  Object.assign(world.settings, {
    can_delete_any_message_group: 12,
    can_delete_own_message_group: 10,
    can_move_messages_between_topics_group: 10,
    can_move_messages_between_channels_group: 11,
    can_resolve_topics_group: 10,
    message_content_edit_limit_seconds: 600,
    message_content_delete_limit_seconds: 600,
    move_messages_within_stream_limit_seconds: 600,
    move_messages_between_streams_limit_seconds: 600,
    allow_message_editing: true,
  });
});

afterAll(() => service[Symbol.asyncDispose]());

const emitted = () => service.emitted();

beforeEach(async () => {
  await emitted();
});

const update = (userId: number, messageId: number, change: Partial<UpdateMessageRequest>) =>
  updateMessage(
    service.ctx,
    UpdateMessageRequest.create({
      messageId,
      propagateMode: 'change_one',
      notifyNewThread: false,
      ...change,
    }),
    service.scope(userId),
  );

const refused = (message: string, code = 'BAD_REQUEST') => expect.objectContaining({ message, code });

async function one(userId: number, id: number) {
  const { messages } = await service.read(userId, {
    hasMessageIds: true,
    messageIds: [id],
    applyMarkdown: false,
  });
  return messages[0] as Record<string, unknown> | undefined;
}

/** Makes a message appear as old as `seconds`. */
const age = (id: number, seconds: number) =>
  service.db.execute(
    sql`update messages set sent_at = now() - make_interval(secs => ${seconds}) where id = ${id}`,
  );

describe('reactions', () => {
  it('appear on the message, reach everyone who may read it, and can be removed', async () => {
    const id = await service.send(1, { channel: 2 });
    await emitted();
    const ask = { messageId: id, emojiName: 'octopus', emojiCode: undefined, reactionType: undefined };
    await addReaction(service.ctx, ask, service.scope(3));
    const reaction = {
      emoji_name: 'octopus',
      emoji_code: '1f419',
      reaction_type: 'unicode_emoji',
      user_id: 3,
    };
    expect(await one(1, id)).toMatchObject({ reactions: [reaction] });
    const [event] = await emitted();
    expect(event).toMatchObject({ kind: 'messaging.reaction.added' });
    expect(event!.deliveries).toMatchObject([
      { to: { channelId: 2 }, json: { type: 'reaction', op: 'add', message_id: id, ...reaction } },
    ]);
    await expect(addReaction(service.ctx, ask, service.scope(3))).rejects.toEqual(
      refused('Reaction already exists.', 'REACTION_ALREADY_EXISTS'),
    );
    await removeReaction(service.ctx, { ...ask, emojiName: undefined, emojiCode: '1f419' }, service.scope(3));
    await expect(removeReaction(service.ctx, ask, service.scope(3))).rejects.toEqual(
      refused("Reaction doesn't exist.", 'REACTION_DOES_NOT_EXIST'),
    );
    expect(await one(1, id)).toMatchObject({ reactions: [] });
    expect((await emitted()).map(({ kind }) => kind)).toEqual(['messaging.reaction.removed']);
  });

  it('may use the organization’s emoji, which take precedence over Unicode’s with the same name', async () => {
    const id = await service.send(1, { channel: 1 });
    service.world.emoji = [{ id: '7', name: 'tada', url: '/emoji/7.png' }];
    const ask = { messageId: id, emojiName: 'tada', emojiCode: undefined, reactionType: undefined };
    await addReaction(service.ctx, ask, service.scope(1));
    const own = { emoji_name: 'tada', emoji_code: '7', reaction_type: 'realm_emoji' };
    expect(await one(1, id)).toMatchObject({ reactions: [own] });
    service.world.emoji = [];
    // A person can join an existing reaction even after its emoji was deleted.
    const known = { ...ask, emojiCode: '7', reactionType: 'realm_emoji' };
    await addReaction(service.ctx, known, service.scope(2));
    await removeReaction(service.ctx, known, service.scope(1));
    expect(await one(1, id)).toMatchObject({ reactions: [{ ...own, user_id: 2 }] });
  });

  it('are refused when the caller may not read the message or the emoji does not exist', async () => {
    const id = await service.send(1, { channel: 2 });
    await emitted();
    const react = (userId: number, emojiName: string, emojiCode?: string, reactionType?: string) =>
      addReaction(service.ctx, { messageId: id, emojiName, emojiCode, reactionType }, service.scope(userId));
    await expect(react(2, 'tada')).rejects.toEqual(refused('Invalid message(s)'));
    await expect(react(1, 'no_such')).rejects.toEqual(refused("Emoji 'no_such' does not exist"));
    await expect(react(1, 'tada', '1f419')).rejects.toEqual(refused('Invalid emoji code'));
    await expect(react(1, 'tada', undefined, 'realm_emoji')).rejects.toEqual(refused('Invalid emoji name'));
    await expect(react(1, 'tada', undefined, 'odd')).rejects.toEqual(refused('Invalid emoji type.'));
    expect(await emitted()).toEqual([]);
    expect(await one(1, id)).toMatchObject({ reactions: [] });
  });
});

describe('editing content', () => {
  it('replaces the content, keeps the former content, and sends each reader their own flags', async () => {
    const id = await service.send(1, { channel: 1 }, { content: 'hello @**Bob**' });
    await emitted();
    const prevContentSha256 = createHash('sha256').update('hello @**Bob**').digest('hex');
    await update(1, id, { content: 'hello **all** @**Ann Lee**', prevContentSha256 });
    expect(await one(2, id)).toMatchObject({
      content: 'hello **all** @**Ann Lee**',
      flags: [],
      edit_history: [{ user_id: 1, prev_content: 'hello @**Bob**' }],
      last_edit_timestamp: expect.any(Number),
    });
    const [event] = await emitted();
    expect(event!.deliveries).toMatchObject([
      { to: { userIds: [1] }, json: { flags: ['read', 'mentioned'], content: 'hello **all** @**Ann Lee**' } },
      { to: { channelId: 1, channelPublic: true }, json: { flags: [], orig_content: 'hello @**Bob**' } },
    ]);
    await expect(update(1, id, { content: 'x', prevContentSha256 })).rejects.toEqual(
      expect.objectContaining({ code: 'EXPECTATION_MISMATCH' }),
    );
  });

  it('shows the edit history that the organization allows', async () => {
    const id = await service.send(1, { channel: 1, topic: 'past' }, { content: 'before' });
    await update(1, id, { content: 'after' });
    await update(1, id, { topic: 'present' });
    const { settings } = service.world;
    expect((await one(2, id))!.edit_history).toHaveLength(2);
    settings.message_edit_history_visibility_policy = 'moves';
    expect((await one(2, id))!.edit_history).toMatchObject([{ prev_topic: 'past' }]);
    settings.message_edit_history_visibility_policy = 'none';
    expect(await one(2, id)).not.toHaveProperty('edit_history');
    settings.message_edit_history_visibility_policy = 'all';
  });

  it('adds one entry to the edit history when the same request moves the message', async () => {
    const first = await service.send(1, { channel: 1, topic: 'eggs' }, { content: 'spam' });
    const second = await service.send(1, { channel: 1, topic: 'eggs' });
    await update(1, first, { content: 'ham', topic: 'breakfast', propagateMode: 'change_all' });
    expect((await one(1, first))!.edit_history).toEqual([
      expect.objectContaining({ prev_content: 'spam', prev_topic: 'eggs', topic: 'breakfast' }),
    ]);
    expect((await one(1, second))!.edit_history).toEqual([
      { user_id: 1, timestamp: expect.any(Number), prev_topic: 'eggs', topic: 'breakfast' },
    ]);
    const asked = { messageId: first, allowEmptyTopicName: false };
    const { historyJson } = await getMessageHistory(service.ctx, asked, service.scope(1));
    expect(JSON.parse(historyJson.toString())).toMatchObject([
      { topic: 'eggs', content: 'spam' },
      { topic: 'breakfast', content: 'ham', prev_topic: 'eggs', prev_content: 'spam' },
    ]);
  });

  it('is allowed to the sender within the time limit, where editing is on', async () => {
    const id = await service.send(1, { to: [2] });
    await emitted();
    await expect(update(2, id, { content: 'x' })).rejects.toEqual(
      refused("You don't have permission to edit this message"),
    );
    await expect(update(3, id, { content: 'x' })).rejects.toEqual(refused('Invalid message(s)'));
    await expect(update(1, id, {})).rejects.toEqual(refused('Nothing to change'));
    await expect(update(1, id, { topic: 'x' })).rejects.toEqual(
      refused('Direct messages cannot have topics.'),
    );
    service.world.settings.allow_message_editing = false;
    await expect(update(1, id, { content: 'x' })).rejects.toEqual(
      refused('Your organization has turned off message editing'),
    );
    service.world.settings.allow_message_editing = true;
    await age(id, 700);
    await expect(update(1, id, { content: 'x' })).rejects.toEqual(
      refused('The time limit for editing this message has past'),
    );
    expect(await emitted()).toEqual([]);
  });

  it('of a direct message is announced to the members of its conversation', async () => {
    const id = await service.send(1, { to: [2] });
    await emitted();
    await update(1, id, { content: '   ' });
    expect(await one(2, id)).toMatchObject({ content: '(deleted)' });
    const [event] = await emitted();
    expect(event!.deliveries.at(-1)!.to).toEqual({ userIds: [1, 2] });
  });
});

describe('moving', () => {
  it('changes the topic of one, later or all messages and keeps their read state', async () => {
    const topic = 'moving a';
    const ids: number[] = [];
    for (let n = 0; n < 4; n++) ids.push(await service.send(1, { channel: 1, topic }));
    await emitted();
    await update(2, ids[2]!, { topic: 'moving b', propagateMode: 'change_later' });
    const topics = await Promise.all(ids.map(async (id) => (await one(2, id))!.subject));
    expect(topics).toEqual([topic, topic, 'moving b', 'moving b']);
    const [event] = await emitted();
    expect(event!.deliveries).toMatchObject([
      { to: { userIds: [1] }, json: { message_ids: ids.slice(2), flags: ['read'] } },
      {
        to: { channelId: 1, channelPublic: true },
        json: {
          flags: [],
          message_ids: ids.slice(2),
          message_id: ids[2],
          orig_subject: topic,
          subject: 'moving b',
          propagate_mode: 'change_later',
          stream_id: 1,
        },
      },
    ]);
    expect(await one(1, ids[2]!)).toMatchObject({
      flags: ['read'],
      edit_history: [{ user_id: 2, prev_topic: topic, topic: 'moving b' }],
      last_moved_timestamp: expect.any(Number),
    });
    await expect(update(2, ids[0]!, { topic })).rejects.toEqual(refused('Nothing to change'));
  });

  it('does not mark the empty topic as resolved', async () => {
    const id = await service.send(1, { channel: 1, topic: '' });
    for (const topic of ['✔ ', '✔ general chat']) {
      await expect(update(1, id, { topic })).rejects.toEqual(
        refused('The topic general chat cannot be marked as resolved.'),
      );
    }
    await update(1, id, { topic: '✔ done' });
    expect(await one(1, id)).toMatchObject({ subject: '✔ done' });
  });

  it('keeps the spelling of each message’s topic when only the channel changes', async () => {
    const lower = await service.send(1, { channel: 1, topic: 'spelling' });
    const upper = await service.send(1, { channel: 1, topic: 'SPELLING' });
    await emitted();
    await update(3, lower, { channelId: 2, propagateMode: 'change_all' });
    const [event] = await emitted();
    expect(event!.deliveries[0]!.json).toMatchObject({ message_ids: [lower, upper], new_stream_id: 2 });
    expect(event!.deliveries[0]!.json).not.toHaveProperty('subject');
    expect(await one(3, upper)).toMatchObject({ stream_id: 2, subject: 'SPELLING' });
    expect((await one(3, upper))!.edit_history).toEqual([
      { user_id: 3, timestamp: expect.any(Number), prev_stream: 1, stream: 2 },
    ]);
    // Changing the spelling of a topic does not change messages that have this spelling already.
    await update(3, lower, { topic: 'SPELLING', propagateMode: 'change_all' });
    expect((await one(3, upper))!.edit_history).toHaveLength(1);
    expect(await one(3, lower)).toMatchObject({
      edit_history: [{ prev_topic: 'spelling', topic: 'SPELLING' }, { stream: 2 }],
    });
  });

  it('announces the links in the new topic', async () => {
    const { world } = service;
    world.linkifiers = [{ id: 1, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://bugs.test/{id}' }];
    const id = await service.send(1, { channel: 1, topic: 'links' });
    await emitted();
    await update(1, id, { topic: 'fix #17' });
    world.linkifiers = [];
    const [event] = await emitted();
    const topic_links = [{ text: '#17', url: 'https://bugs.test/17' }];
    expect(event!.deliveries[0]!.json).toMatchObject({ subject: 'fix #17', topic_links });
  });

  it('keeps each person’s flags on the message', async () => {
    const id = await service.send(1, { channel: 1, topic: 'flags' }, { content: '@**Bob** @**all**' });
    const second = await service.send(1, { channel: 1, topic: 'flags' });
    await emitted();
    await update(1, id, { topic: 'flags elsewhere', propagateMode: 'change_all' });
    const [event] = await emitted();
    const common = ['stream_wildcard_mentioned', 'wildcard_mentioned'];
    expect(event!.deliveries).toMatchObject([
      { to: { userIds: [1] }, json: { flags: ['read', ...common] } },
      { to: { userIds: [2] }, json: { message_ids: [id, second], flags: ['mentioned', ...common] } },
      { to: { channelId: 1 }, json: { message_ids: [id, second], flags: common } },
    ]);
    expect(await one(2, id)).toMatchObject({ flags: ['mentioned', ...common] });
  });

  it('to another channel is a deletion for people who may no longer read the messages', async () => {
    const id = await service.send(1, { channel: 1, topic: 'to secret' });
    await emitted();
    await update(1, id, { channelId: 2, notifyNewThread: true, notifyOldThread: true });
    const events = await emitted();
    expect(events[0]!.deliveries).toMatchObject([
      { to: { userIds: [1] }, json: { type: 'update_message', new_stream_id: 2, flags: ['read'] } },
      { to: { channelId: 2, channelMaxRole: 400 }, json: { new_stream_id: 2, stream_id: 1 } },
      // Guests of the new channel may not know the former one.
      { to: { channelId: 2 }, json: { new_stream_id: 2, stream_id: 2 } },
      { to: { channelId: 1, channelPublic: true }, json: { type: 'delete_message', message_ids: [id] } },
    ]);
    expect(events.slice(1).map(({ kind }) => kind)).toEqual([
      'messaging.message.moved',
      'messaging.topic.moved',
      'messaging.message.sent',
      'messaging.message.sent',
    ]);
    expect(await one(2, id)).toBeUndefined();
    const { messages } = await service.read(1, { applyMarkdown: false, numBefore: 2 });
    expect(messages.map(({ content }) => content).sort()).toEqual([
      'This topic was moved by @_**Ann Lee|1** to a topic that not everyone here can see.',
      'This topic was moved here from #**general>to secret** by @_**Ann Lee|1**.',
    ]);
    await emitted();
    await update(1, id, { channelId: 1 });
    expect((await emitted())[0]!.deliveries).toMatchObject([
      { to: { userIds: [1] }, json: { type: 'update_message', flags: ['read'] } },
      { to: { userIds: [1, 3] }, json: { type: 'update_message', stream_id: 2, stream_name: 'secret' } },
      { to: { channelId: 1, channelPublic: true }, json: { type: 'update_message', stream_id: 1 } },
      { to: { channelId: 2, channelMaxRole: 400 }, json: { type: 'update_message', stream_id: 2 } },
      { to: { channelId: 2 }, json: { type: 'delete_message' } },
    ]);
  });

  it('is refused without permission to move, without permission to send to the target, and after the time limit', async () => {
    const topic = 'late';
    const old = await service.send(1, { channel: 1, topic });
    const id = await service.send(1, { channel: 1, topic });
    await age(old, 5000);
    await emitted();
    await expect(update(2, id, { channelId: 5 })).rejects.toEqual(
      refused('You do not have permission to post in this channel.'),
    );
    await expect(update(2, id, { channelId: 2 })).rejects.toEqual(refused('Invalid channel ID'));
    await expect(update(4, id, { channelId: 5 })).rejects.toEqual(
      refused("You don't have permission to move this message"),
    );
    const counts = { total_messages_in_topic: 2, total_messages_allowed_to_move: 1 };
    // Whichever message the request names, its answer tells which ones may be moved.
    for (const named of [id, old]) {
      await expect(update(1, named, { topic: 'x', propagateMode: 'change_all' })).rejects.toMatchObject({
        code: 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED',
        message: 'You only have permission to move the 1/2 most recent messages in this topic.',
        fields: { ...counts, first_message_id_allowed_to_move: id },
      });
    }
    await expect(update(1, old, { topic: 'x' })).rejects.toEqual(
      refused("The time limit for editing this message's topic has passed."),
    );
    await expect(update(1, id, { content: 'x', propagateMode: 'change_all' })).rejects.toEqual(
      refused('Invalid propagate_mode without topic edit'),
    );
    expect(await emitted()).toEqual([]);
    // Resolving a topic has no time limit.
    await update(1, old, { topic: `✔ ${topic}`, propagateMode: 'change_all' });
    expect(await one(1, old)).toMatchObject({ subject: `✔ ${topic}` });
    expect(await one(1, old)).not.toHaveProperty('last_moved_timestamp');
    const { messages } = await service.read(1, { applyMarkdown: false, numBefore: 1 });
    expect(messages[0]).toMatchObject({ content: '@_**Ann Lee|1** has marked this topic as resolved.' });
  });
});

describe('a channel with protected history', () => {
  it('announces changes only to people who were subscribed when the message was sent', async () => {
    service.world.subscribe(1, 3);
    const id = await service.send(1, { channel: 3 }, { content: 'early' });
    service.world.subscribe(2, 3, [[id, 0]]);
    await emitted();
    await update(1, id, { content: 'early, edited' });
    await addReaction(
      service.ctx,
      { messageId: id, emojiName: 'tada', emojiCode: undefined, reactionType: undefined },
      service.scope(1),
    );
    await update(1, id, { topic: 'elsewhere' });
    await deleteMessage(service.ctx, { messageId: id }, service.scope(1));
    const audiences = (await emitted()).flatMap(({ deliveries }) => deliveries.map(({ to }) => to));
    expect(new Set(audiences.map((to) => JSON.stringify(to)))).toEqual(new Set(['{"userIds":[1]}']));
  });

  it('announces a move to each person with their own flags on the message that the event names', async () => {
    service.world.subscribe(1, 3);
    const from = { channel: 3, topic: 'where it began' };
    const first = await service.send(1, from);
    service.world.subscribe(2, 3, [[first, 0]]);
    const second = await service.send(1, from, { content: '@**Bob**' });
    await emitted();
    await update(1, first, { topic: 'where it went', propagateMode: 'change_all' });
    expect((await emitted())[0]!.deliveries).toMatchObject([
      { to: { userIds: [1] }, json: { message_id: first, message_ids: [first, second], flags: ['read'] } },
      { to: { userIds: [1] } },
      { to: { userIds: [2] }, json: { message_id: second, message_ids: [second], flags: ['mentioned'] } },
      { to: { userIds: [2] } },
    ]);
  });
});

describe('deleting', () => {
  it('removes the message with its reactions and flags and announces it', async () => {
    const id = await service.send(1, { channel: 1, topic: 'gone' }, { content: '@**Bob**' });
    await addReaction(
      service.ctx,
      { messageId: id, emojiName: 'tada', emojiCode: undefined, reactionType: undefined },
      service.scope(2),
    );
    await emitted();
    await deleteMessage(service.ctx, { messageId: id }, service.scope(1));
    expect((await emitted())[0]!.deliveries).toMatchObject([
      {
        to: { channelId: 1 },
        json: {
          type: 'delete_message',
          message_ids: [id],
          message_type: 'stream',
          stream_id: 1,
          topic: 'gone',
        },
      },
    ]);
    expect(await one(1, id)).toBeUndefined();
    const left = await service.db.one(sql`
      select (select count(*) from reactions where message_id = ${id})
           + (select count(*) from personal_flags where message_id = ${id}) as n`);
    expect(left).toEqual({ n: 0 });
    await expect(deleteMessage(service.ctx, { messageId: id }, service.scope(1))).rejects.toEqual(
      refused('Invalid message(s)'),
    );
  });

  it('is allowed to senders within the time limit and to people with permission to delete any message', async () => {
    const id = await service.send(1, { channel: 1 });
    await emitted();
    await expect(deleteMessage(service.ctx, { messageId: id }, service.scope(2))).rejects.toEqual(
      refused("You don't have permission to delete this message"),
    );
    await age(id, 700);
    await expect(deleteMessage(service.ctx, { messageId: id }, service.scope(1))).rejects.toEqual(
      refused('The time limit for deleting this message has passed'),
    );
    expect(await emitted()).toEqual([]);
    await deleteMessage(service.ctx, { messageId: id }, service.scope(3));
  });
});

describe('deleting a topic', () => {
  it('deletes all its messages, newest first, and announces the channel’s new first message', async () => {
    const { world } = service;
    world.channel(7, { name: 'short' });
    for (const user of [1, 3]) world.subscribe(user, 7);
    const ids: number[] = [];
    for (let n = 0; n < 3; n++) ids.push(await service.send(1, { channel: 7, topic: 'Long' }));
    const other = await service.send(1, { channel: 7, topic: 'other' });
    await emitted();
    await expect(deleteTopic(service.ctx, { channelId: 7, topic: 'long' }, service.scope(1))).rejects.toEqual(
      refused('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL'),
    );
    expect(await deleteTopic(service.ctx, { channelId: 7, topic: 'long' }, service.scope(3))).toEqual({
      complete: true,
    });
    const events = await emitted();
    expect(events[0]!.deliveries).toMatchObject([{ to: { channelId: 7 }, json: { message_ids: ids } }]);
    expect(events[1]).toMatchObject({ kind: 'messaging.channel.start_changed' });
    const { ids: left } = await service.read(1, { narrow: [narrowTo('channel', 7)] });
    expect(left).toEqual([other]);
    await expect(deleteTopic(service.ctx, { channelId: 99, topic: 'x' }, service.scope(3))).rejects.toEqual(
      refused('Invalid channel ID'),
    );
  });

  it('stops at its time limit and continues with the next request', async () => {
    const { world, db, ctx } = service;
    world.channel(8, { name: 'long' });
    for (const user of [1, 3]) world.subscribe(user, 8);
    await service.send(1, { channel: 8, topic: 'long' });
    await db.execute(sql`
      insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content,
        rendered_content, renderer_version, sent_at, client, send_key, read_by_sender)
      select nextval('message_ids'), 1, 8, 'long', 1, 8, 'x', 'x', 1, now(), 'test', gen_random_uuid(), true
        from generate_series(1, 700)`);
    const ask = () =>
      deleteTopic(ctx, { channelId: 8, topic: 'long' }, service.scope(3, { deadline: Date.now() + 1_000 }));
    expect(await ask()).toEqual({ complete: false });
    const { n } = await db.one<{ n: number }>(sql`select count(*) as n from messages where channel_id = 8`);
    expect(n).toBe(451);
    while (!(await ask()).complete);
    expect((await service.read(1, { narrow: [narrowTo('channel', 8)] })).ids).toEqual([]);
    await emitted();
  });
});

it('a report goes to the moderators’ channel, and is refused if no such channel is set', async () => {
  const { world, ctx } = service;
  const messageId = await service.send(2, { to: [1] }, { content: 'rude' });
  const ask = { messageId, reportType: 'spam', description: 'look' };
  await expect(reportMessage(ctx, ask, service.scope(1))).rejects.toEqual(
    refused('Moderation request channel must be specified to enable message reporting.'),
  );
  world.settings.moderation_request_channel_id = 2;
  await expect(reportMessage(ctx, { ...ask, reportType: 'odd' }, service.scope(1))).rejects.toEqual(
    refused('Invalid report_type'),
  );
  await expect(
    reportMessage(ctx, { ...ask, reportType: 'other', description: ' ' }, service.scope(1)),
  ).rejects.toEqual(refused('An explanation is required for this type of report.'));
  await expect(reportMessage(ctx, ask, service.scope(3))).rejects.toEqual(refused('Invalid message(s)'));
  await reportMessage(ctx, ask, service.scope(1));
  const { messages } = await service.read(3, { narrow: [narrowTo('channel', 2)], applyMarkdown: false });
  const report = messages.at(-1) as unknown as { content: string };
  expect(report).toMatchObject({ sender_id: 9, subject: 'Bob moderation' });
  expect(report.content).toContain('- Reason: **Spam**');
  expect(report.content).toContain('```quote\nrude\n```');
});

it('renders a text without storing it', async () => {
  expect(await renderMessage(service.ctx, { content: 'a *b* @**Bob**' }, service.scope(1))).toEqual({
    rendered: '<p>a <em>b</em> <span class="user-mention" data-user-id="2">@Bob</span></p>',
  });
});

describe('typing', () => {
  const type = (userId: number, place: SignalTypingRequest['place']) =>
    signalTyping(service.ctx, { op: 'start', place }, service.scope(userId));

  it('reaches the recipients and is not stored', async () => {
    service.signals.length = 0;
    const id = await service.send(1, { to: [2] });
    await emitted();
    await type(1, { $case: 'direct', direct: { userIds: [2] } });
    await type(1, { $case: 'channel', channel: { channelId: 2, topic: 'soup' } });
    await type(1, { $case: 'messageId', messageId: id });
    expect(service.signals.map(emittedEvent).flatMap(({ deliveries }) => deliveries)).toMatchObject([
      {
        to: { userIds: [1, 2] },
        json: {
          type: 'typing',
          op: 'start',
          message_type: 'direct',
          recipients: [{ user_id: 1 }, { user_id: 2 }],
        },
      },
      { to: { channelId: 2 }, json: { message_type: 'stream', stream_id: 2, topic: 'soup' } },
      { to: { userIds: [1, 2] }, json: { type: 'typing_edit_message', message_id: id, sender_id: 1 } },
    ]);
    expect(await emitted()).toEqual([]);
  });

  it('is refused without permission to write in the conversation', async () => {
    service.signals.length = 0;
    const id = await service.send(1, { to: [2] });
    await expect(type(1, { $case: 'direct', direct: { userIds: [77] } })).rejects.toEqual(
      refused('Invalid user ID 77'),
    );
    await expect(type(1, { $case: 'direct', direct: { userIds: [] } })).rejects.toEqual(
      refused("Empty 'to' list"),
    );
    await expect(type(2, { $case: 'channel', channel: { channelId: 2, topic: 'a' } })).rejects.toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
    });
    await expect(type(2, { $case: 'messageId', messageId: id })).rejects.toEqual(
      refused("You don't have permission to edit this message"),
    );
    expect(service.signals).toEqual([]);
  });
});
