import { ChannelPlace } from '@parley/proto/events/v1/facts';
import type { UserId } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { channelMessage, clientEvent, directMessage, entryOf } from '../../test/events.ts';
import { bits, formOf } from './form.ts';
import { compileNarrow } from './narrow.ts';
import { rightsOf } from './rights.ts';
import { type QueueView, Texts } from './texts.ts';
import type { WindowEntry } from './window.ts';

const member = rightsOf([1], 400);
const view = (options: Partial<QueueView> = {}): QueueView => ({
  queueId: 'q',
  userId: 2,
  allPublic: false,
  form: bits('apply_markdown', 'empty_topic_name'),
  types: undefined,
  narrow: undefined,
  ...options,
});

function eventOf(entry: WindowEntry, options: Partial<QueueView> = {}, rights = member) {
  const rendered = new Texts(1e6).render(entry, 0, view(options), rights);
  return rendered && JSON.parse(rendered.text);
}

const topicOf = (event: { message?: { subject: string }; topic?: string }) =>
  event.message?.subject ?? event.topic;
const typingInNoTopic = {
  ...clientEvent({ userIds: [2] }),
  deliveries: [
    {
      audience: { userIds: [2] },
      type: 'typing',
      json: Buffer.from('{"type":"typing","op":"start","message_type":"stream","stream_id":1,"topic":""}'),
    },
  ],
};

describe('a message event', () => {
  it('of an archived channel is only for clients that know archived channels', () => {
    const place = { channelId: 1, channelName: 'channel 1', topic: 'channel events', isArchived: true };
    const fact = { place: { $case: 'channel' as const, channel: ChannelPlace.create(place) } };
    const entry = entryOf(512, channelMessage({ fact }), 9, 77);
    expect(eventOf(entry)).toBeUndefined();
    expect(eventOf(entry, { form: bits('archived_channels') })).toMatchObject({ message: { id: 77 } });
  });

  it('has the documented fields for a channel message', () => {
    const event = channelMessage({
      fact: { topicLinksJson: Buffer.from('[{"text":"t","url":"https://t"}]') },
    });
    expect(eventOf(entryOf(512, event, 9, 77))).toEqual({
      id: 512,
      type: 'message',
      message: {
        id: 77,
        type: 'stream',
        stream_id: 1,
        display_recipient: 'channel 1',
        subject: 'topic',
        sender_id: 1,
        sender_email: 'user1@x.example',
        sender_full_name: 'User 1',
        sender_realm_str: '',
        avatar_url: expect.stringMatching(/^\/user_avatars\/generated\//),
        client: 'test',
        content: '<p>hi</p>',
        content_type: 'text/html',
        is_me_message: false,
        reactions: [],
        submessages: [],
        recipient_id: 2,
        timestamp: 1_700_000_000,
        topic_links: [{ text: 't', url: 'https://t' }],
      },
      flags: [],
    });
  });

  it('names every participant of a direct message', () => {
    expect(eventOf(entryOf(1, directMessage([1, 2]))).message).toMatchObject({
      type: 'private',
      subject: '',
      recipient_id: 15,
      display_recipient: [
        { id: 1, email: 'user1@x.example', full_name: 'User 1', is_mirror_dummy: false },
        { id: 2, email: 'user2@x.example', full_name: 'User 2', is_mirror_dummy: false },
      ],
    });
  });

  it('is Markdown, with a name for the empty topic, for clients without capabilities', () => {
    const { message } = eventOf(entryOf(1, channelMessage({ topic: '' })), { form: 0 });
    expect(message).toMatchObject({
      content: 'hi',
      content_type: 'text/x-markdown',
      subject: 'general chat',
    });
    expect(eventOf(entryOf(1, channelMessage({ topic: '' }))).message.subject).toBe('');
  });

  it('uses the current name of the empty topic, also after a change', () => {
    const texts = new Texts(1e6);
    const entries = [entryOf(1, channelMessage({ topic: '' })), entryOf(2, typingInNoTopic)];
    const old = view({ form: bits('stream_typing_notifications') });
    const render = (one: QueueView) =>
      entries.map((entry) => JSON.parse(texts.render(entry, 0, one, member)!.text)).map(topicOf);
    expect(render(old)).toEqual(['general chat', 'general chat']);
    texts.nameEmptyTopic('the rest');
    expect(render(old)).toEqual(['the rest', 'the rest']);
    const knowing = view({ form: old.form | bits('empty_topic_name') });
    expect(render(knowing)).toEqual(['', '']);
    const serial = texts.render(entries[0]!, 0, old, member)!.serial;
    texts.nameEmptyTopic('the rest');
    expect(texts.render(entries[0]!, 0, old, member)!.serial).toBe(serial);
  });

  it('has an uploaded or a generated avatar', () => {
    const avatar = (fact: Record<string, unknown>) =>
      eventOf(entryOf(1, channelMessage({ fact }))).message.avatar_url;
    expect(avatar({})).toMatch('/user_avatars/generated/');
    expect(avatar({ senderAvatarUrl: '/user_avatars/1.png' })).toBe('/user_avatars/1.png');
  });

  it('carries each person’s own flags', () => {
    const entry = entryOf(
      1,
      channelMessage({
        senderId: 1,
        fact: {
          mentionsChannel: true,
          mentionsTopic: true,
          topicParticipantIds: [3],
          personalFlags: [{ userId: 2, flags: ['mentioned', 'has_alert_word'] }],
        },
      }),
    );
    const flags = (userId: UserId, rights = member) => eventOf(entry, { userId }, rights).flags;
    const channel = ['stream_wildcard_mentioned', 'wildcard_mentioned'];
    expect(flags(1)).toEqual(['read', ...channel]);
    expect(flags(2)).toEqual(['mentioned', 'has_alert_word', ...channel]);
    const both = ['stream_wildcard_mentioned', 'topic_wildcard_mentioned', 'wildcard_mentioned'];
    expect(flags(3)).toEqual(both);
    // User 4 receives the message only because the queue is for all public channels, so a wildcard mention does not apply.
    expect(flags(4, rightsOf([], 400))).toEqual([]);
    const unread = channelMessage({ senderId: 1, fact: { readBySender: false } });
    expect(eventOf(entryOf(1, unread), { userId: 1 }).flags).toEqual([]);
    const notice = entryOf(1, channelMessage({ fact: { readByRecipients: true, unreadUserIds: [3] } }));
    expect([2, 3].map((userId) => eventOf(notice, { userId }).flags)).toEqual([['read'], []]);
  });

  it('carries the client’s own ID only for the sending queue of the sender', () => {
    const fact = { localMessageId: '5.1', localQueueId: 'mine' };
    const entry = entryOf(1, channelMessage({ senderId: 1, fact }));
    expect(eventOf(entry, { userId: 1, queueId: 'mine' }).local_message_id).toBe('5.1');
    // Another user's queue may have the same ID in this test. `local_message_id` is only for the sender.
    expect(eventOf(entry, { userId: 2, queueId: 'mine' })).not.toHaveProperty('local_message_id');
    expect(eventOf(entry)).not.toHaveProperty('local_message_id');
  });

  it('is rendered once for all queues with the same form', () => {
    const texts = new Texts(1e6);
    const entry = entryOf(1, channelMessage());
    const [a, b, raw] = [view(), view({ userId: 9 }), view({ form: 0 })].map(
      (one) => texts.render(entry, 0, one, member)!,
    );
    expect(b).toBe(a);
    expect(raw).not.toBe(a);
  });
});

describe('any event', () => {
  it('is rendered again after eviction, and the memory for rendered events stays bounded', () => {
    const texts = new Texts(20_000);
    const entries = Array.from({ length: 50 }, (_, at) => entryOf(at + 1, channelMessage()));
    const render = () => entries.map((entry) => texts.render(entry, 0, view(), member)!.text);
    expect(render()).toEqual(render());
    expect(texts.bytes).toBeLessThan(25_000);
  });

  it('is omitted and reported when it cannot be read', () => {
    const unreadable: number[] = [];
    const texts = new Texts(1e6, (id) => unreadable.push(id));
    const event = clientEvent({ userIds: [2] }, 0, 'typing');
    const broken = { ...event, deliveries: [{ ...event.deliveries![0]!, json: Buffer.from('{') }] };
    expect(texts.render(entryOf(5, broken), 0, view(), member)).toBeUndefined();
    expect(unreadable).toEqual([5]);
  });

  it('is omitted when the queue does not request its type', () => {
    const entry = entryOf(1, clientEvent({ userIds: [2] }));
    expect(eventOf(entry, { types: new Set(['message']) })).toBeUndefined();
    expect(eventOf(entry, { types: new Set(['reaction']) })).toEqual({ id: 1, type: 'reaction', n: 0 });
  });
});

describe('the form of a queue’s events', () => {
  it('has the known capabilities, and the flags of their own parameters', () => {
    const options = { applyMarkdown: true, slimPresence: false };
    const capabilities = ['empty_topic_name', 'toString', 'apply_markdown', 'nonsense'];
    expect(formOf({ ...options, capabilities })).toBe(bits('empty_topic_name', 'apply_markdown'));
    const notifications = ['push_notifications', 'archived_channels'];
    expect(formOf({ ...options, capabilities: notifications, notifications })).toBe(
      bits('archived_channels', 'apply_markdown', 'push_notifications'),
    );
  });
});

describe('a narrow', () => {
  const narrowed = (
    terms: [string, string][],
    event: ReturnType<typeof channelMessage>,
    userId = 2,
  ): boolean =>
    eventOf(entryOf(1, event), {
      userId,
      narrow: compileNarrow(terms.map(([operator, operand]) => ({ operator, operand }))),
    }) !== undefined;
  const channel = channelMessage({ topic: 'Lunch', senderId: 1 });
  const group = directMessage([1, 2, 3]);
  const pair = directMessage([1, 2]);
  const self = directMessage([2]);

  it.each<[string, string, boolean]>([
    ['channel', 'Channel 1', true],
    ['stream', '1', true],
    ['stream', 'other', false],
    ['topic', 'lunch', true],
    ['subject', 'dinner', false],
    ['sender', 'USER1@x.example', true],
    ['from', '1', true],
    ['sender', '2', false],
    ['is', 'dm', false],
    ['is', 'unread', true],
    ['is', 'mentioned', false],
    ['is', 'resolved', false],
    ['dm', '1', false],
  ])('%s:%s of a channel message: %s', (operator, operand, expected) => {
    expect(narrowed([[operator, operand]], channel)).toBe(expected);
  });

  it('matches direct conversations by their exact participants', () => {
    expect(narrowed([['is', 'private']], pair)).toBe(true);
    expect(narrowed([['dm', '1']], pair)).toBe(true);
    for (const operator of ['pm-with', 'pm_with'])
      expect(narrowed([[operator, 'user1@x.example, user2@x.example']], pair)).toBe(true);
    expect(narrowed([['dm', '1']], group)).toBe(false);
    expect(narrowed([['dm', '[1,3]']], group)).toBe(true);
    expect(narrowed([['dm', '1,4']], group)).toBe(false);
    expect(narrowed([['dm', '2']], self)).toBe(true);
    expect(narrowed([['dm', '2']], pair)).toBe(false);
    expect(narrowed([['dm', '1,2']], group)).toBe(false);
    expect(narrowed([['dm', '1,user1@x.example']], pair)).toBe(true);
    expect(narrowed([['dm', '']], pair)).toBe(false);
  });

  it('requires every term, and does not filter other events', () => {
    const both: [string, string][] = [
      ['channel', 'channel 1'],
      ['topic', 'lunch'],
    ];
    expect(narrowed(both, channel)).toBe(true);
    expect(narrowed([...both, ['sender', '2']], channel)).toBe(false);
    expect(narrowed(both, clientEvent({ userIds: [2] }) as never)).toBe(true);
  });

  it('ignores an operand of is: that queues do not support', () => {
    for (const operand of ['stream', 'followed', 'toString']) {
      expect(narrowed([['is', operand]], channel)).toBe(true);
      expect(narrowed([['is', operand]], pair)).toBe(true);
    }
  });

  it('is refused when it has an operator that queues do not support', () => {
    for (const [operator, operand] of [
      ['near', '5'],
      ['constructor', 'x'],
    ] as const) {
      expect(() => compileNarrow([{ operator, operand }])).toThrowError(/not supported/);
    }
  });
});
