import { randomUUID } from 'node:crypto';
import { type Db, sql } from '@parley/db';
import { Event } from '@parley/proto/events/v1/event';
import { Group } from '@parley/proto/events/v1/facts';
import { SendMessageRequest } from '@parley/proto/messaging/v1/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { sendMessage } from '../src/rpc/sending/send-message.ts';
import { narrowTo, openDb, openTestService, roles, type TestService } from './support.ts';

let service: TestService;
let admin: Db;

beforeAll(async () => {
  service = await openTestService();
  admin = openDb({ ...service.database, urlOf: () => service.database.adminUrl });
  await admin.execute(
    sql`select pg_create_logical_replication_slot('send_' || current_database(), 'pgoutput')`,
  );
  const { world } = service;
  world.user(1, { fullName: 'Ann Lee' });
  world.user(2, { fullName: 'Bob' });
  world.user(3, { role: roles.admin });
  world.user(4, { role: roles.guest });
  world.user(5, { isActive: false });
  world.user(6, { isBot: true, botOwnerId: 2 });
  world.channel(1, { name: 'general' });
  world.channel(2, { name: 'secret', inviteOnly: true });
  world.channel(3, {
    name: 'announcements',
    groupSettings: { can_send_message_group: { value: { $case: 'groupId', groupId: 12 } } },
  });
  world.channel(4, { name: 'old', isArchived: true });
  world.channel(5, {
    name: 'fixed',
    groupSettings: { can_create_topic_group: { value: { $case: 'groupId', groupId: 12 } } },
  });
  world.channel(6, { name: 'plain', topicsPolicy: 'empty_topic_only' });
  world.channel(7, { name: 'strict', topicsPolicy: 'disable_empty_topic' });
  for (const user of [1, 2, 3]) world.subscribe(user, 1);
  world.subscribe(2, 2);
});

afterAll(async () => {
  await admin.close();
  await service[Symbol.asyncDispose]();
});

/** Returns the events that were emitted since the last call, with their assigned message IDs. */
async function events(): Promise<{ assignedId: number; event: Event }[]> {
  const rows = await admin.many<{ data: Buffer }>(sql`
    select data from pg_logical_slot_get_binary_changes('send_' || current_database(), null, null,
      'proto_version', '1', 'publication_names', 'none', 'messages', 'true')`);
  return rows
    .filter(({ data }) => data[0] === 'M'.charCodeAt(0))
    .map(({ data }) => {
      const frame = data.subarray(data.indexOf(0, 10) + 5);
      return { assignedId: Number(frame.readBigInt64BE(9)), event: Event.decode(frame.subarray(25)) };
    });
}

beforeEach(async () => {
  await events();
});

describe('a message to a channel', () => {
  it('is stored, read back in the documented shape, and announced to its subscribers', async () => {
    const id = await service.send(
      1,
      { channel: 1, topic: ' Lunch ' },
      { content: '\n\nhello **world**  \n', localId: '17.01', queueId: 'q:1' },
    );
    const { messages } = await service.read(2, { narrow: [narrowTo('id', id)] });
    expect(messages).toEqual([
      {
        id,
        sender_id: 1,
        sender_full_name: 'Ann Lee',
        sender_email: 'user1@example.com',
        sender_realm_str: '',
        avatar_url: expect.stringMatching(/^\/user_avatars\/generated\//),
        type: 'stream',
        stream_id: 1,
        display_recipient: 'general',
        subject: 'Lunch',
        topic_links: [],
        recipient_id: 2,
        content: '<p>hello <strong>world</strong></p>',
        content_type: 'text/html',
        timestamp: expect.any(Number),
        client: 'website',
        is_me_message: false,
        flags: [],
        reactions: [],
        submessages: [],
      },
    ]);
    const raw = await service.read(2, { narrow: [narrowTo('id', id)], applyMarkdown: false });
    expect(raw.messages[0]).toMatchObject({
      content: 'hello **world**',
      content_type: 'text/x-markdown',
      avatar_url: expect.stringMatching(/^\/user_avatars\/generated\//),
    });
    const [logged, ...more] = await events();
    expect(more).toEqual([]);
    expect(logged).toMatchObject({ assignedId: id, event: { kind: 'messaging.message.sent', origin: 1 } });
    expect(logged!.event.deliveries).toMatchObject([
      {
        type: 'message',
        audience: { channelId: 1, channelPublic: true, userIds: [] },
      },
    ]);
    expect(logged!.event.fact?.value).toMatchObject({
      $case: 'messageSent',
      messageSent: {
        senderId: 1,
        content: 'hello **world**',
        readBySender: true,
        localMessageId: '17.01',
        localQueueId: 'q:1',
        place: { $case: 'channel', channel: { channelId: 1, channelName: 'general', topic: 'Lunch' } },
      },
    });
  });

  it('is marked as read for its sender unless the request says otherwise or a program sent it', async () => {
    const findMessageFlags = async (id: number) =>
      (await service.read(1, { narrow: [narrowTo('id', id)] })).messages[0]!.flags as string[];
    expect(await findMessageFlags(await service.send(1, { channel: 1 }))).toEqual(['read']);
    expect(await findMessageFlags(await service.send(1, { channel: 1 }, { readBySender: false }))).toEqual(
      [],
    );
    const request = SendMessageRequest.create({ sendKey: randomUUID(), content: 'x' });
    request.recipient = {
      $case: 'channel',
      channel: { channel: { $case: 'name', name: 'GENERAL' }, topic: 'x' },
    };
    const { id } = await sendMessage(service.ctx, request, service.scope(1, { clientName: 'curl' }));
    expect(await findMessageFlags(id)).toEqual([]);
  });

  it('mentions the subscribers it names', async () => {
    const id = await service.send(1, { channel: 1 }, { content: '@**Bob** and @**User 4** see #**secret**' });
    const [logged] = await events();
    expect(logged!.event.fact?.value).toMatchObject({
      messageSent: { personalFlags: [{ userId: 2, flags: ['mentioned'] }] },
    });
    const { messages } = await service.read(2, { narrow: [narrowTo('id', id)] });
    expect(messages[0]!.flags).toEqual(['mentioned']);
    // A link would reveal that the channel exists.
    expect(messages[0]!.content).not.toContain('data-stream-id');
  });

  it('accepts each name of the empty topic', async () => {
    for (const topic of ['', '(no topic)', 'general chat']) {
      const id = await service.send(1, { channel: 1, topic });
      const shown = await service.read(1, { narrow: [narrowTo('id', id)] });
      expect(shown.messages[0]!.subject).toBe('general chat');
      const known = await service.read(1, { narrow: [narrowTo('id', id)], allowEmptyTopicName: true });
      expect(known.messages[0]!.subject).toBe('');
    }
  });

  it.each([
    [
      'to a channel that is not there',
      1,
      { channel: 99 },
      {},
      { code: 'STREAM_DOES_NOT_EXIST', fields: { stream_id: 99 } },
    ],
    ['to a private channel of others', 1, { channel: 2 }, {}, { code: 'STREAM_DOES_NOT_EXIST' }],
    ['to a channel only administrators post to', 1, { channel: 3 }, {}, { code: 'BAD_REQUEST' }],
    ['to an archived channel', 1, { channel: 4 }, {}, { code: 'BAD_REQUEST' }],
    ['by a guest who is not there', 4, { channel: 1 }, {}, { code: 'STREAM_DOES_NOT_EXIST' }],
    ['by a deactivated person', 5, { channel: 1 }, {}, { code: 'USER_DEACTIVATED' }],
    ['to a new topic without the right', 1, { channel: 5, topic: 'new' }, {}, { code: 'BAD_REQUEST' }],
    ['with a topic where there is none', 1, { channel: 6, topic: 'x' }, {}, { code: 'BAD_REQUEST' }],
    [
      'without a topic where one is required',
      1,
      { channel: 7, topic: '(no topic)' },
      {},
      { code: 'BAD_REQUEST' },
    ],
    [
      'with a line break in the topic',
      1,
      { channel: 1, topic: 'a\nb' },
      {},
      { message: 'Invalid character in topic, at position 2!' },
    ],
    ['without content', 1, { channel: 1 }, { content: ' \n ' }, { message: 'Message must not be empty' }],
    [
      'with a null byte',
      1,
      { channel: 1 },
      { content: 'a\0b' },
      { message: 'Message must not contain null bytes' },
    ],
    [
      'with half a local echo',
      1,
      { channel: 1 },
      { localId: '1' },
      { message: 'local_id requires queue_id' },
    ],
    ['to an unknown person', 1, { to: [77] }, {}, { message: 'Invalid user ID 77' }],
    ['to a deactivated person', 1, { to: [5] }, {}, { code: 'BAD_REQUEST' }],
    ['to nobody', 1, { to: [] }, {}, { message: 'Message must have recipients' }],
  ] as const)('is refused %s; nothing is stored, nothing announced', async (_, sender, to, over, error) => {
    const target = 'to' in to ? { to: [...to.to] } : to;
    await expect(service.send(sender, target, over)).rejects.toMatchObject(error);
    expect(await events()).toEqual([]);
  });

  it('is allowed with permission: to administrators, to bots by their owner, to everyone in an existing topic', async () => {
    await service.send(3, { channel: 3 });
    await service.send(6, { channel: 2 });
    await service.send(3, { channel: 5, topic: 'Known' });
    await service.send(1, { channel: 5, topic: 'known' });
    await service.send(1, { channel: 1, topic: '😀'.repeat(60) });
    expect(await events()).toHaveLength(5);
  });
});

describe('a message of a sender who says what they see', () => {
  it('costs no statement more than one of another sender', async () => {
    const seen = await service.send(1, { channel: 1, topic: 'seen' });
    const methods = ['many', 'one', 'maybeOne', 'execute', 'tx', 'snapshot'] as const;
    const statementsOf = async (over: { seenMessageId?: number }) => {
      const spies = methods.map((method) => vi.spyOn(service.db, method));
      await service.send(1, { channel: 1, topic: 'seen' }, over);
      const count = spies.reduce((sum, { mock }) => sum + mock.calls.length, 0);
      for (const spy of spies) spy.mockRestore();
      return count;
    };
    // Work of earlier sends may go on beside some of them.
    const fewest = async (over: { seenMessageId?: number }) => {
      let least = Number.POSITIVE_INFINITY;
      for (let round = 0; round < 5; round++) least = Math.min(least, await statementsOf(over));
      return least;
    };
    const without = await fewest({});
    expect(without).toBeGreaterThan(0);
    expect(await fewest({ seenMessageId: seen })).toBe(without);
  });

  it('follows a topic from a place that refuses them', async () => {
    const place = { channel: 1, topic: 'open' };
    const seen = await service.send(2, { channel: 2, topic: 'plans' });
    await service.db.execute(sql`
      update messages set channel_id = 1, topic = 'open', edit_history =
        '[{"prev_stream": 2, "prev_topic": "plans"}]' where id = ${seen}`);
    // The sender is no longer in the channel.
    const id = await service.send(1, { channel: 2, topic: 'plans' }, { seenMessageId: seen });
    const { messages } = await service.read(1, { narrow: [narrowTo('id', id)] });
    expect(messages).toMatchObject([{ stream_id: place.channel, subject: place.topic }]);
    await expect(service.send(1, { channel: 2, topic: 'plans' })).rejects.toMatchObject({
      code: 'STREAM_DOES_NOT_EXIST',
    });
  });
});

describe('a direct message', () => {
  it('reaches only its members, in one conversation whatever the order of recipients', async () => {
    const one = await service.send(1, { to: [2, 3] });
    const two = await service.send(3, { to: [1, 2, 3] });
    const alone = await service.send(1, { to: [1] });
    const logged = await events();
    expect(logged.map(({ event }) => event.deliveries[0]!.audience!.userIds)).toEqual([
      [1, 2, 3],
      [1, 2, 3],
      [1],
    ]);
    const { ids, messages } = await service.read(2, { narrow: [narrowTo('dm', [1, 3])] });
    expect(ids).toEqual([one, two]);
    expect(messages[0]).toMatchObject({
      type: 'private',
      subject: '',
      display_recipient: [
        { id: 1, email: 'user1@example.com', full_name: 'Ann Lee', is_mirror_dummy: false },
        { id: 2 },
        { id: 3 },
      ],
    });
    expect((await service.read(1, { narrow: [narrowTo('dm', [1])] })).ids).toEqual([alone]);
  });

  it('needs the organization’s permission, except to bots and oneself', async () => {
    const { world } = service;
    world.settings = { ...world.settings, direct_message_permission_group: 13 };
    await expect(service.send(1, { to: [2] })).rejects.toThrow('disabled');
    await service.send(1, { to: [6] });
    await service.send(1, { to: [1] });
    world.settings = {
      ...world.settings,
      direct_message_permission_group: 10,
      direct_message_initiator_group: 12,
    };
    await expect(service.send(2, { to: [4] })).rejects.toThrow('initiate');
    await service.send(3, { to: [4] });
    await service.send(4, { to: [3] });
    world.settings = { ...world.settings, direct_message_initiator_group: 10 };
  });
});

describe('recipients of a message', () => {
  const findMessageFlags = async (userId: number, id: number) =>
    (await service.read(userId, { narrow: [narrowTo('id', id)] })).messages[0]!.flags as unknown as string[];

  it('get flags for their alert words; other people do not', async () => {
    service.world.alertWords = new Map([
      [2, ['release']],
      [3, ['other']],
      [4, ['release']],
    ]);
    const id = await service.send(1, { channel: 1 }, { content: 'The Release, @**Bob**' });
    expect(await findMessageFlags(2, id)).toEqual(['mentioned', 'has_alert_word']);
    expect(await findMessageFlags(3, id)).toEqual([]);
    const [emitted] = await events();
    const fact = emitted!.event.fact?.value;
    expect(fact?.$case === 'messageSent' && fact.messageSent.personalFlags).toEqual([
      { userId: 2, flags: ['mentioned', 'has_alert_word'] },
    ]);
    service.world.alertWords = new Map();
  });

  it('are mentioned by groups and their subgroups, if the sender may mention the group', async () => {
    const { world } = service;
    const group = (groupId: number, over: object) =>
      world.groups.set(groupId, { ...Group.create({ groupId }), ...over });
    group(50, { name: 'cooks', directMemberIds: [2, 4], directSubgroupIds: [51] });
    group(51, { name: 'bakers', directMemberIds: [3] });
    const id = await service.send(1, { channel: 1 }, { content: '@*cooks*' });
    expect(await findMessageFlags(2, id)).toEqual(['mentioned']);
    expect(await findMessageFlags(3, id)).toEqual(['mentioned']);
    group(50, {
      name: 'cooks',
      groupSettings: { can_mention_group: { value: { $case: 'groupId', groupId: 12 } } },
    });
    await events();
    await expect(service.send(1, { channel: 1 }, { content: '@*cooks*' })).rejects.toMatchObject({
      message: "You are not allowed to mention user group 'cooks'.",
    });
    expect(await events()).toEqual([]);
  });

  it('are mentioned by wildcards with many recipients only if the sender has the permission', async () => {
    const { world } = service;
    world.channel(60, { name: 'crowd' });
    for (let user = 100; user < 116; user++) world.subscribe(user, 60);
    world.subscribe(1, 60);
    world.subscribe(3, 60);
    await events();
    await expect(service.send(1, { channel: 60 }, { content: '@**all**' })).rejects.toMatchObject({
      code: 'STREAM_WILDCARD_MENTION_NOT_ALLOWED',
    });
    expect(await events()).toEqual([]);
    await service.send(3, { channel: 60 }, { content: '@**all**' });
    await service.send(1, { channel: 60 }, { content: '@_**all** and `@**all**`' });
    await service.send(1, { channel: 1 }, { content: '@**all**' });
    world.settings.can_mention_many_users_group = 10;
    await service.send(1, { channel: 60 }, { content: '@**all**' });
    world.settings.can_mention_many_users_group = 12;
  });
});
