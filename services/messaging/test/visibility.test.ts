import { visitor } from '@parley/core';
import { createScope } from '@parley/facts';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import { GetMessagesRequest } from '@parley/proto/messaging/v1/messaging';
import { testCall } from '@parley/rpc/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { getReadReceipts } from '../src/rpc/read-state/get-read-receipts.ts';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { updateFlagsInNarrow } from '../src/rpc/read-state/update-flags-in-narrow.ts';
import { canSeeAnyMessage } from '../src/rpc/reading/can-see-any-message.ts';
import { getMessage } from '../src/rpc/reading/get-message.ts';
import { getMessageHistory } from '../src/rpc/reading/get-message-history.ts';
import { getMessages } from '../src/rpc/reading/get-messages.ts';
import { getTopics } from '../src/rpc/reading/get-topics.ts';
import { matchNarrow } from '../src/rpc/reading/match-narrow.ts';
import {
  type LoggedTestService,
  type MessageBody,
  narrowTo,
  openLoggedTestService,
  roles,
} from './support.ts';

/**
 * Tests every kind of reader with every kind of channel, through every operation that reads messages. Each channel has three
 * messages: `early` is from before the subscriptions, `middle` from during them, and `late` from after some people
 * unsubscribed.
 */
const readers = {
  subscriber: { id: 11, role: roles.member, joined: true, left: false },
  former: { id: 12, role: roles.member, joined: true, left: true },
  never: { id: 13, role: roles.member, joined: false, left: false },
  guest: { id: 14, role: roles.guest, joined: true, left: false },
  'former guest': { id: 15, role: roles.guest, joined: true, left: true },
  'foreign guest': { id: 16, role: roles.guest, joined: false, left: false },
  administrator: { id: 17, role: roles.admin, joined: false, left: false },
  bot: { id: 18, role: roles.member, joined: true, left: false },
  'foreign bot': { id: 19, role: roles.member, joined: false, left: false },
} as const;
type ReaderName = keyof typeof readers;

const places = {
  public: { id: 21, inviteOnly: false, isWebPublic: false, historyPublicToSubscribers: true },
  'web-public': { id: 22, inviteOnly: false, isWebPublic: true, historyPublicToSubscribers: true },
  'private, shared history': {
    id: 23,
    inviteOnly: true,
    isWebPublic: false,
    historyPublicToSubscribers: true,
  },
  'private, protected history': {
    id: 24,
    inviteOnly: true,
    isWebPublic: false,
    historyPublicToSubscribers: false,
  },
} as const;
type PlaceName = keyof typeof places;

const all = 'early middle late';
/** For each channel and reader: the messages that the reader may read, and those of them in the reader's own history. */
const table: Record<PlaceName, Record<ReaderName, [readable: string, own: string]>> = {
  public: {
    subscriber: [all, 'middle late'],
    former: [all, 'middle'],
    never: [all, ''],
    guest: [all, 'middle late'],
    'former guest': ['', ''],
    'foreign guest': ['', ''],
    administrator: [all, ''],
    bot: [all, 'middle late'],
    'foreign bot': [all, ''],
  },
  'web-public': {
    subscriber: [all, 'middle late'],
    former: [all, 'middle'],
    never: [all, ''],
    guest: [all, 'middle late'],
    'former guest': [all, ''],
    'foreign guest': [all, ''],
    administrator: [all, ''],
    bot: [all, 'middle late'],
    'foreign bot': [all, ''],
  },
  'private, shared history': {
    subscriber: [all, 'middle late'],
    former: ['', ''],
    never: ['', ''],
    guest: [all, 'middle late'],
    'former guest': ['', ''],
    'foreign guest': ['', ''],
    administrator: ['', ''],
    bot: [all, 'middle late'],
    'foreign bot': ['', ''],
  },
  'private, protected history': {
    subscriber: ['middle late', 'middle late'],
    former: ['', ''],
    never: ['', ''],
    guest: ['middle late', 'middle late'],
    'former guest': ['', ''],
    'foreign guest': ['', ''],
    administrator: ['', ''],
    bot: ['middle late', 'middle late'],
    'foreign bot': ['', ''],
  },
};

let service: LoggedTestService;
const messages = new Map<string, number>();
let between: number;

beforeAll(async () => {
  service = await openLoggedTestService();
  const { world } = service;
  world.user(1);
  world.settings.enable_read_receipts = true;
  for (const [name, { id, role }] of Object.entries(readers)) {
    world.user(id, { role, isBot: name.endsWith('bot') });
  }
  for (const [name, { id, ...flags }] of Object.entries(places)) world.channel(id, { name, ...flags });
  for (const { id } of Object.values(places)) world.subscribe(1, id);
  const sendAll = async (when: string) => {
    for (const { id } of Object.values(places)) {
      messages.set(`${id} ${when}`, await service.send(1, { channel: id, topic: when }));
    }
  };
  await sendAll('early');
  const joinedAt = Math.max(...messages.values());
  await sendAll('middle');
  const leftAt = Math.max(...messages.values());
  for (const { id: reader, joined, left } of Object.values(readers)) {
    if (!joined) continue;
    for (const { id } of Object.values(places)) world.subscribe(reader, id, [[joinedAt, left ? leftAt : 0]]);
  }
  await sendAll('late');
  between = await service.send(1, { to: [11] });
});

afterAll(() => service[Symbol.asyncDispose]());

const cases = Object.entries(table).flatMap(([place, row]) =>
  Object.entries(row).map(([reader, [readable, own]]) => ({ place, reader, readable, own })),
);

const named = (ids: number[], channelId: number): string =>
  all
    .split(' ')
    .filter((when) => ids.includes(messages.get(`${channelId} ${when}`)!))
    .join(' ');

async function unreadIdsOf(userId: number): Promise<number[]> {
  const { state } = await getInitialState(
    service.ctx,
    {
      options: InitialStateOptions.create({ fetchEventTypes: ['message', 'update_message_flags'] }),
      histories: [...(service.world.histories.get(userId)?.values() ?? [])],
    },
    service.scope(userId),
  );
  const { unread_msgs: unread } = JSON.parse(state!.fieldsJson.toString());
  return [...unread.streams, ...unread.pms].flatMap(({ unread_message_ids }) => unread_message_ids);
}

describe.each(cases)('$reader of a $place channel', ({ place, reader, readable, own }) => {
  const { id: channelId } = places[place as PlaceName];
  const { id: userId } = readers[reader as ReaderName];
  const ids = () => all.split(' ').map((when) => messages.get(`${channelId} ${when}`)!);
  /** Returns the names of the channel's messages that a read returns. A narrow that is rejected counts as no messages. */
  const shown = (read: Promise<{ ids: number[] }>) =>
    read.then(
      (answer) => named(answer.ids, channelId),
      (error) => {
        expect(error).toMatchObject({ code: 'BAD_NARROW' });
        return '';
      },
    );

  it('reads exactly the readable messages by channel, topic and ID', async () => {
    expect(await shown(service.read(userId, { narrow: [narrowTo('channel', channelId)] }))).toBe(readable);
    expect(await shown(service.read(userId, { narrow: [narrowTo('channel', place)] }))).toBe(readable);
    for (const when of all.split(' ')) {
      const narrow = [narrowTo('channel', channelId), narrowTo('topic', when)];
      expect(await shown(service.read(userId, { narrow }))).toBe(
        readable.split(' ').includes(when) ? when : '',
      );
    }
    expect(await shown(service.read(userId, { hasMessageIds: true, messageIds: ids() }))).toBe(readable);
  });

  it('reads the own history in the home view, by topic alone and by sender', async () => {
    expect(await shown(service.read(userId))).toBe(own);
    expect(await shown(service.read(userId, { narrow: [narrowTo('sender', 1)] }))).toBe(own);
    expect(await shown(service.read(userId, { narrow: [narrowTo('topic', 'late')] }))).toBe(
      own.includes('late') ? 'late' : '',
    );
  });

  it('lists the topics of readable messages', async () => {
    const listed = await getTopics(
      service.ctx,
      { channelId, allowEmptyTopicName: true },
      service.scope(userId),
    ).then(
      ({ topicsJson }) =>
        (JSON.parse(topicsJson.toString()) as { max_id: number }[]).map(({ max_id }) => max_id),
      (error) => {
        expect(error).toMatchObject({ message: 'Invalid channel ID' });
        return [];
      },
    );
    expect(named(listed, channelId)).toBe(readable);
  });

  it('finds exactly the readable messages through every other operation', async () => {
    const scope = () => service.scope(userId);
    const { messagesJson } = await matchNarrow(service.ctx, { messageIds: ids(), narrow: [] }, scope());
    expect(named(Object.keys(JSON.parse(messagesJson.toString())).map(Number), channelId)).toBe(readable);
    expect(await shown(service.read(userId, { narrow: [narrowTo('search', 'hello')] }))).toBe(own);
    const searched = [narrowTo('channel', channelId), narrowTo('search', 'hello')];
    expect(await shown(service.read(userId, { narrow: searched }))).toBe(readable);
    for (const when of all.split(' ')) {
      const messageId = messages.get(`${channelId} ${when}`)!;
      const isReadable = readable.split(' ').includes(when);
      const ways = [
        () => getMessage(service.ctx, { messageId, applyMarkdown: true, allowEmptyTopicName: true }, scope()),
        () => getMessageHistory(service.ctx, { messageId, allowEmptyTopicName: true }, scope()),
        () => getReadReceipts(service.ctx, { messageId }, scope()),
        () => updateFlags(service.ctx, { messageIds: [messageId], op: 'remove', flag: 'starred' }, scope()),
      ];
      for (const way of ways) {
        if (isReadable) await way();
        else await expect(way()).rejects.toMatchObject({ message: 'Invalid message(s)' });
      }
    }
  });

  it('sees messages outside the own history as historical, and those since the subscription as unread', async () => {
    const { left } = readers[reader as ReaderName];
    const { messages: rows } = await service.read(userId, { hasMessageIds: true, messageIds: ids() });
    for (const row of rows as { id: number; flags: string[] }[]) {
      const isOwn = own.split(' ').includes(named([row.id], channelId));
      expect(row.flags.includes('historical')).toBe(!isOwn);
      expect(row.flags.includes('read')).toBe(!isOwn || left);
    }
    const unread = left ? '' : own;
    expect(await shown(service.read(userId, { narrow: [narrowTo('is', 'unread')] }))).toBe(unread);
    expect(named(await unreadIdsOf(userId), channelId)).toBe(unread);
    const narrow = [narrowTo('channel', channelId)];
    const first = await service.read(userId, { narrow, anchor: 'first_unread', numBefore: 0 }).then(
      ({ anchor }) => anchor,
      () => undefined,
    );
    expect(named(first === undefined ? [] : [first], channelId)).toBe(unread.split(' ')[0]);
  });

  it('can mark unread and flag in a narrow only readable messages', async () => {
    const { joined, left } = readers[reader as ReaderName];
    const scope = () => service.scope(userId);
    for (const when of all.split(' ')) {
      const messageId = messages.get(`${channelId} ${when}`)!;
      const marking = updateFlags(
        service.ctx,
        { messageIds: [messageId], op: 'remove', flag: 'read' },
        scope(),
      );
      if (!readable.split(' ').includes(when)) {
        await expect(marking).rejects.toMatchObject({ message: 'Invalid message(s)' });
      } else {
        const isSubscribed = joined && !left;
        expect((await marking).ignoredChannelIds).toEqual(isSubscribed ? [] : [channelId]);
      }
    }
    const isCounted = joined && !left;
    expect(named(await unreadIdsOf(userId), channelId)).toBe(isCounted ? readable : '');
    const narrowed = updateFlagsInNarrow(
      service.ctx,
      {
        anchor: 'oldest',
        includeAnchor: true,
        anchorDate: '',
        numBefore: 0,
        numAfter: 100,
        narrow: [narrowTo('channel', channelId)],
        op: 'add',
        flag: 'read',
      },
      scope(),
    );
    const processed = await narrowed.then(
      ({ processedCount }) => processedCount,
      (error) => {
        expect(error).toMatchObject({ code: 'BAD_NARROW' });
        return 0;
      },
    );
    expect(processed).toBe(readable === '' ? 0 : readable.split(' ').length);
    expect(named(await unreadIdsOf(userId), channelId)).toBe('');
  });
});

// A gateway of the previous release does not mark the calls of visitors.
describe.each([
  ['a visitor', visitor],
  ['a visitor of the previous release’s gateway', undefined],
] as const)('%s', (_, principal) => {
  const call = () => testCall({ ...(principal && { principal }) });
  const shown = (narrow: ReturnType<typeof narrowTo>[], over = {}) =>
    getMessages(
      service.ctx,
      GetMessagesRequest.create({ anchor: 'newest', numBefore: 100, includeAnchor: true, narrow, ...over }),
      createScope(service.ctx.factCache, call()),
    ).then(({ messagesJson }) => JSON.parse(messagesJson.toString()) as MessageBody[]);
  const visit = async (...given: Parameters<typeof shown>) =>
    (await shown(...given)).map(({ id }): number => id);
  const open = narrowTo('channels', 'web-public');

  it('reads web-public channels where the organization admits visitors, and nothing else', async () => {
    const { world } = service;
    world.settings.enable_spectator_access = false;
    await expect(visit([open])).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const opensFiles = async () => {
      const messageIds = [...messages.values()];
      const { canSee } = await canSeeAnyMessage(
        service.ctx,
        { messageIds },
        createScope(service.ctx.factCache, call()),
      );
      return canSee;
    };
    await expect(opensFiles()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    world.settings.enable_spectator_access = true;
    expect(await opensFiles()).toBe(true);
    expect(named(await visit([open]), places['web-public'].id)).toBe(all);
    expect(await visit([open])).toHaveLength(3);
    expect(await visit([open, narrowTo('search', 'hello')])).toHaveLength(3);
    const wholeHistory = { hasMessageIds: true, messageIds: [...messages.values(), between], numBefore: 0 };
    expect(await visit([open], wholeHistory)).toHaveLength(3);
    expect(await visit([open, narrowTo('channel', places['web-public'].id)])).toHaveLength(3);
    for (const narrow of [[], [narrowTo('channel', 22)], [open, narrowTo('is', 'dm')]]) {
      await expect(visit(narrow)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    }
    await expect(visit([open, narrowTo('channel', 21)])).rejects.toMatchObject({ code: 'BAD_NARROW' });
    expect(await visit([narrowTo('channels', 'web-public', true), open])).toEqual([]);
    world.channel(22, { ...places['web-public'], name: 'web-public', isArchived: true });
    expect(await visit([open])).toEqual([]);
    world.channel(22, { ...places['web-public'], name: 'web-public' });
  });
});

describe('direct messages', () => {
  it('are readable for their members only, through every operation', async () => {
    for (const { id } of Object.values(readers)) {
      const expected = id === 11 ? [between] : [];
      expect((await service.read(id, { hasMessageIds: true, messageIds: [between] })).ids).toEqual(expected);
      expect((await service.read(id, { narrow: [narrowTo('is', 'dm')] })).ids).toEqual(expected);
      expect((await service.read(id, { narrow: [narrowTo('dm', [1])] })).ids).toEqual(expected);
      expect((await service.read(id, { narrow: [narrowTo('id', between)] })).ids).toEqual(expected);
      expect(
        (await service.read(id, { narrow: [narrowTo('search', 'hello'), narrowTo('is', 'dm')] })).ids,
      ).toEqual(expected);
      const messageId = between;
      const scope = () => service.scope(id);
      const ways = [
        () => getMessage(service.ctx, { messageId, applyMarkdown: true, allowEmptyTopicName: true }, scope()),
        () => getMessageHistory(service.ctx, { messageId, allowEmptyTopicName: true }, scope()),
        () => getReadReceipts(service.ctx, { messageId }, scope()),
        () => updateFlags(service.ctx, { messageIds: [messageId], op: 'remove', flag: 'read' }, scope()),
      ];
      for (const way of ways) {
        if (id === 11) await way();
        else await expect(way()).rejects.toMatchObject({ message: 'Invalid message(s)' });
      }
      expect((await unreadIdsOf(id)).includes(between)).toBe(id === 11);
    }
  });
});

it('a bot mentioned in a public channel receives the message without a subscription, flagged, and finds it', async () => {
  const bot = readers['foreign bot'].id;
  const content = `@**User ${bot}|${bot}** @**User ${readers.never.id}|${readers.never.id}**`;
  const sent = async (channel: number) => {
    await service.emitted();
    const id = await service.send(1, { channel }, { content });
    const deliveries = (await service.emitted()).flatMap((event) => event.deliveries);
    const narrow = [narrowTo('is', 'mentioned')];
    const { messages: found } = await service.read(bot, { narrow });
    return { id, to: deliveries[0]?.to, found: found.map((each) => [each.id, each.flags]) };
  };
  const open = await sent(places.public.id);
  expect(open.to).toEqual({ channelId: places.public.id, channelPublic: true, userIds: [bot] });
  expect(open.found).toEqual([[open.id, ['read', 'mentioned', 'historical']]]);
  expect((await service.read(readers.never.id, { narrow: [narrowTo('is', 'mentioned')] })).ids).toEqual([]);
  const closed = await sent(places['private, shared history'].id);
  expect(closed.to).toEqual({ channelId: places['private, shared history'].id });
  expect(closed.found).toEqual(open.found);
});
