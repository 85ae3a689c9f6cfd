import { sql } from '@parley/db';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { matchNarrow } from '../src/rpc/reading/match-narrow.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

let service: TestService;
const ids = new Map<string, number>();

/**
 * Reader 1 is subscribed to channel 1 (public) and channel 2 (muted). The reader is not subscribed to channel 3 (public),
 * channel 4 (private) and channel 5 (web-public).
 */
beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2, 3]) world.user(id);
  world.channel(1);
  world.channel(2);
  world.channel(3);
  world.channel(4, { inviteOnly: true });
  world.channel(5, { isWebPublic: true });
  for (const channel of [1, 2, 3, 4, 5]) world.subscribe(2, channel);
  world.subscribe(1, 1);
  world.subscribe(1, 2, [[0, 0]], true);
  world.subscribe(3, 1);
  world.topics.set(1, [
    { channelId: 1, topic: 'quiet', visibilityPolicy: 1 },
    { channelId: 1, topic: 'Lunch', visibilityPolicy: 3 },
    { channelId: 2, topic: 'loud', visibilityPolicy: 2 },
  ]);
  const send = async (name: string, ...rest: Parameters<TestService['send']>) =>
    void ids.set(name, await service.send(...rest));
  await send('lunch', 2, { channel: 1, topic: 'lunch' }, { content: 'see https://example.com' });
  await send('quiet', 2, { channel: 1, topic: 'quiet' }, { content: 'Die Bücher im Café' });
  await send('done', 3, { channel: 1, topic: '✔ done' }, { content: '@**User 1** searching for books' });
  await send('muted', 2, { channel: 2, topic: 'any' }, { content: 'call foo_bar.baz() in C++' });
  await send('loud', 2, { channel: 2, topic: 'loud' }, { content: '@**all** 東京に行きました' });
  await send('open', 2, { channel: 3, topic: 'lunch' }, { content: 'books elsewhere' });
  await send('hidden', 2, { channel: 4, topic: 'lunch' }, { content: 'secret books' });
  await send('web', 2, { channel: 5, topic: 'lunch' }, { content: 'web books' });
  await send('direct', 2, { to: [1] }, { content: 'to be or not to be' });
  await send('group', 3, { to: [1, 2] }, { content: 'not to be' });
  await send('own', 1, { channel: 1, topic: 'lunch' }, { content: 'my own' });
  await send('others', 2, { to: [3] }, { content: 'books for three' });
  const scope = () => service.scope(1);
  await updateFlags(
    service.ctx,
    { messageIds: [ids.get('open')!, ids.get('quiet')!], op: 'add', flag: 'starred' },
    scope(),
  );
  await updateFlags(
    service.ctx,
    { messageIds: [ids.get('lunch')!, ids.get('group')!], op: 'add', flag: 'read' },
    scope(),
  );
  await service.db.execute(sql`
    insert into reactions (message_id, user_id, reaction_type, emoji_code, emoji_name)
    values (${ids.get('group')!}, 2, 'unicode_emoji', '1f44d', '+1')`);
});

afterAll(() => service[Symbol.asyncDispose]());

const names = (found: readonly number[]) =>
  [...ids].filter(([, id]) => found.includes(id)).map(([name]) => name);

const read = async (terms: [string, unknown, boolean?][], over = {}) => {
  const narrow = terms.map(([operator, operand, negated]) => narrowTo(operator, operand, negated));
  return await service.read(1, { narrow, ...over });
};

const home = ['lunch', 'quiet', 'done', 'muted', 'loud', 'direct', 'group', 'own'];
const without = (...left: string[]) => home.filter((name) => !left.includes(name));

/** All messages that the reader may read, including those that were sent while the reader was not subscribed. */
const readable = ['lunch', 'quiet', 'done', 'muted', 'loud', 'open', 'web', 'direct', 'group', 'own'];
const readableWithout = (...left: string[]) => readable.filter((name) => !left.includes(name));

/** Each row: its name, the terms, the messages of a window, and those of a read by ID if they differ. */
const table: [string, [string, unknown, boolean?][], string[], string[]?][] = [
  ['the home view', [], home, readable],
  ['channel:1', [['channel', 1]], ['lunch', 'quiet', 'done', 'own']],
  [
    '-channel:1',
    [['channel', 1, true]],
    without('lunch', 'quiet', 'done', 'own'),
    readableWithout('lunch', 'quiet', 'done', 'own'),
  ],
  [
    'channel:3 topic:LUNCH',
    [
      ['stream', 3],
      ['topic', 'LUNCH'],
    ],
    ['open'],
  ],
  ['topic:lunch', [['topic', 'lunch']], ['lunch', 'own'], ['lunch', 'open', 'web', 'own']],
  ['-topic:lunch', [['topic', 'lunch', true]], without('lunch', 'own')],
  [
    'channels:public',
    [['channels', 'public']],
    ['lunch', 'quiet', 'done', 'muted', 'loud', 'open', 'web', 'own'],
  ],
  ['channels:web-public', [['channels', 'web-public']], ['web']],
  [
    'channels:public topic:lunch',
    [
      ['streams', 'public'],
      ['topic', 'lunch'],
    ],
    ['lunch', 'open', 'web', 'own'],
  ],
  ['-channels:public', [['channels', 'public', true]], ['direct', 'group']],
  ['channels:archived', [['channels', 'archived']], []],
  ['dm:2', [['dm', [2]]], ['direct']],
  ['pm-with with blanks', [['pm-with', 'user2@example.com, user3@example.com']], ['group']],
  ['-dm:2', [['dm', [2], true]], without('direct'), readableWithout('direct')],
  ['dm-including:2', [['dm-including', 2]], ['direct', 'group']],
  ['group-pm-with:2', [['group-pm-with', 2]], ['group']],
  [
    'pm_with, as the terminal client has it',
    [['pm_with', 'user2@example.com, user3@example.com']],
    ['group'],
  ],
  ['group_pm_with:2', [['group_pm_with', 2]], ['group']],
  [
    '-dm-including:2',
    [['dm-including', 2, true]],
    without('direct', 'group'),
    readableWithout('direct', 'group'),
  ],
  ['sender:me', [['sender', 'me']], ['own']],
  ['sender:3', [['sender', 3]], ['done', 'group']],
  ['-sender:2', [['sender', 2, true]], ['done', 'group', 'own']],
  ['is:dm', [['is', 'private']], ['direct', 'group']],
  ['-is:dm', [['is', 'dm', true]], without('direct', 'group'), readableWithout('direct', 'group')],
  ['is:starred', [['is', 'starred']], ['quiet', 'open']],
  [
    'channel:3 is:starred',
    [
      ['channel', 3],
      ['is', 'starred'],
    ],
    ['open'],
  ],
  ['-is:starred', [['is', 'starred', true]], without('quiet'), readableWithout('quiet', 'open')],
  ['is:mentioned', [['is', 'mentioned']], ['done', 'loud']],
  ['is:alerted', [['is', 'alerted']], []],
  ['is:unread', [['is', 'unread']], without('lunch', 'group', 'own')],
  [
    'channel:1 is:unread',
    [
      ['channel', 1],
      ['is', 'unread'],
    ],
    ['quiet', 'done'],
  ],
  [
    'is:dm is:unread',
    [
      ['is', 'dm'],
      ['is', 'unread'],
    ],
    ['direct'],
  ],
  [
    '-is:unread',
    [['is', 'unread', true]],
    ['lunch', 'group', 'own'],
    ['lunch', 'open', 'web', 'group', 'own'],
  ],
  ['is:resolved', [['is', 'resolved']], ['done']],
  ['-is:resolved', [['is', 'resolved', true]], without('done'), readableWithout('done')],
  ['is:followed', [['is', 'followed']], ['lunch', 'own']],
  ['is:muted', [['is', 'muted']], ['quiet', 'muted']],
  ['-is:muted', [['is', 'muted', true]], without('quiet', 'muted'), readableWithout('quiet', 'muted')],
  ['has:link', [['has', 'link']], ['lunch']],
  ['-has:link', [['has', 'link', true]], without('lunch'), readableWithout('lunch')],
  ['has:image', [['has', 'image']], []],
  ['has:attachment', [['has', 'attachment']], []],
  ['has:reaction', [['has', 'reaction']], ['group']],
  ['a word', [['search', 'book']], ['done'], ['done', 'open', 'web']],
  ['words in any order', [['search', 'books search']], ['done']],
  [
    'a word and an operator',
    [
      ['search', 'books'],
      ['channels', 'public'],
    ],
    ['done', 'open', 'web'],
  ],
  ['a phrase', [['search', '"or not to be"']], ['direct']],
  ['a phrase of common words', [['search', '"to be"']], ['direct', 'group']],
  ['accents and case folded', [['search', 'bucher CAFE']], ['quiet']],
  ['an identifier as written', [['search', 'foo_bar.baz']], ['muted']],
  ['a part of an identifier', [['search', 'bar']], ['muted']],
  ['c++ and not c', [['search', 'c++']], ['muted']],
  ['a language without blanks', [['search', '行き']], ['loud']],
  ['-search', [['search', 'books', true]], without('done')],
  ['nothing but signs', [['search', '!?']], []],
  [
    'two channels, which no message is in',
    [
      ['channel', 1],
      ['channel', 2],
    ],
    [],
  ],
  [
    'a channel and direct messages',
    [
      ['channel', 1],
      ['is', 'dm'],
    ],
    [],
  ],
  [
    'what it is and is not',
    [
      ['is', 'starred'],
      ['is', 'starred', true],
    ],
    [],
  ],
  [
    'two searches, both',
    [
      ['search', 'books'],
      ['search', 'nothing-like-it'],
    ],
    [],
  ],
  ['near', [['near', 5]], home, readable],
];

describe('narrows', () => {
  it.each(table)('%s', async (_, terms, expected, expectedById = expected) => {
    expect(names((await read(terms)).ids)).toEqual(expected);
    const upwards = await read(terms, { anchor: 'oldest', numBefore: 0, numAfter: 100 });
    expect(names(upwards.ids)).toEqual(expected);
    const all = [...ids.values()];
    const given = await read(terms, { hasMessageIds: true, messageIds: all });
    // A read by ID includes all messages that the reader may read, even from before a subscription.
    expect(names(given.ids)).toEqual(expectedById);
    const narrow = terms.map(([operator, operand, negated]) => narrowTo(operator, operand, negated));
    const { messagesJson } = await matchNarrow(service.ctx, { messageIds: all, narrow }, service.scope(1));
    expect(names(Object.keys(JSON.parse(messagesJson.toString())).map(Number))).toEqual(expectedById);
  });

  it('with: selects the current conversation of a message, whatever the other terms say', async () => {
    const of = (name: string) => ids.get(name)!;
    expect(
      names(
        (
          await read([
            ['channel', 2],
            ['topic', 'old'],
            ['with', of('lunch')],
          ])
        ).ids,
      ),
    ).toEqual(['lunch', 'own']);
    expect(names((await read([['with', of('direct')]])).ids)).toEqual(['direct']);
    expect(
      names(
        (
          await read([
            ['channel', 1],
            ['topic', 'quiet'],
            ['with', of('hidden')],
          ])
        ).ids,
      ),
    ).toEqual(['quiet']);
  });

  it('is:mentioned leaves out wildcard mentions from before the subscription', async () => {
    const { world, db } = service;
    world.user(5);
    world.channel(6);
    world.subscribe(2, 6);
    const [before, after] = [
      await service.send(2, { channel: 6 }, { content: '@**all** old' }),
      await service.send(2, { channel: 6 }, { content: '@**all** new' }),
    ];
    world.subscribe(5, 6, [[before, 0]]);
    const narrow = [narrowTo('channel', 6), narrowTo('is', 'mentioned')];
    const { messages } = await service.read(5, { narrow });
    expect(messages.map(({ id }) => id)).toEqual([after]);
    expect(messages[0]!.flags).toContain('stream_wildcard_mentioned');
    await db.execute(sql`delete from messages where id = any(${[before, after]}::int8[])`);
  });

  it('is:starred leaves out messages that are no longer readable', async () => {
    const { world } = service;
    const id = await service.send(2, { channel: 3 }, { content: 'soon private' });
    await updateFlags(service.ctx, { messageIds: [id], op: 'add', flag: 'starred' }, service.scope(3));
    const starred = async () => (await service.read(3, { narrow: [narrowTo('is', 'starred')] })).messages;
    expect((await starred()).map((each) => [each.id, each.flags])).toEqual([
      [id, ['read', 'starred', 'historical']],
    ]);
    const open = world.channels.get(3)!;
    world.channel(3, { inviteOnly: true });
    expect(await starred()).toEqual([]);
    world.channels.set(3, open);
    await service.db.execute(sql`delete from messages where id = ${id}`);
  });

  it('find the first unread message and report whether the result reaches the oldest and the newest message', async () => {
    const first = async (terms: [string, unknown][]) =>
      (await read(terms, { anchor: 'first_unread', numBefore: 0 })).anchor;
    expect(await first([['channel', 1]])).toBe(ids.get('quiet'));
    expect(await first([['sender', 3]])).toBe(ids.get('done'));
    expect(await first([['is', 'dm']])).toBe(ids.get('direct'));
    expect(await first([['is', 'unread']])).toBe(ids.get('quiet'));
    expect(
      await first([
        ['channel', 1],
        ['topic', 'lunch'],
      ]),
    ).toBe(10_000_000_000_000_000);
    const some = await read([['is', 'unread']], { numBefore: 2 });
    expect(some).toMatchObject({ foundOldest: false, foundNewest: true });
  });

  it('highlight the matches of a search', async () => {
    const { messages } = await read([['search', 'book searches']]);
    expect(messages[0]).toMatchObject({
      match_content: expect.stringContaining(
        '<span class="highlight">searching</span> for <span class="highlight">books</span>',
      ),
      match_subject: '✔ done',
    });
    const folded = await read([['search', 'cafe']]);
    expect(folded.messages[0]!.match_content).toContain('<span class="highlight">Café</span>');
    const unparted = await read([['search', '東京']]);
    expect(unparted.messages[0]!.match_content).toContain('<span class="highlight">東京</span>に');
    const topic = await read([['search', 'lunch']]);
    expect(topic.messages[0]!.match_subject).toBe('<span class="highlight">lunch</span>');
  });

  it.each<[string, unknown, boolean?]>([
    ['colour', 'red'],
    ['is', 'nice'],
    ['has', 'fun'],
    ['channels', 'secret'],
    ['channel', 4],
    ['channel', 'nowhere'],
    ['dm', 'nobody@example.com'],
    ['dm-including', 99],
    ['sender', 99],
    ['search', 5],
    ['search', 'word '.repeat(60)],
    ['', 'x'],
    ['channel', ''],
    ['channel', {}],
    ['channel', 1.5],
    ['topic', 5],
    ['sender', ''],
    ['sender', null],
    ['dm', []],
    ['dm', [99]],
    ['dm-including', ''],
    ['is', 5],
    ['has', null],
    ['channels', 1],
    ['id', 'seven'],
    ['id', 1.5],
    ['near', 'here'],
    ['with', 'x'],
    ['near', 5, true],
    ['with', 5, true],
    ['id', -1],
  ])('%s:%j is refused', async (operator, operand, negated = false) => {
    const refused = { code: 'BAD_NARROW', message: expect.stringMatching(/^Invalid narrow operator: ./) };
    await expect(read([[operator, operand, negated]])).rejects.toMatchObject(refused);
    await expect(read([[operator, operand, negated]], { anchor: 'first_unread' })).rejects.toMatchObject(
      refused,
    );
  });

  it('are refused with too many terms', async () => {
    const many = Array.from({ length: 33 }, (): [string, unknown] => ['is', 'unread']);
    await expect(read(many)).rejects.toMatchObject({ code: 'BAD_NARROW' });
  });

  it.each<[object, string, string]>([
    [{ anchor: 'soon' }, 'BAD_REQUEST', 'Invalid anchor'],
    [{ anchor: '' }, 'REQUEST_VARIABLE_MISSING', "Missing 'anchor' argument"],
    [{ anchor: 'date' }, 'REQUEST_VARIABLE_MISSING', "Missing 'anchor_date' argument"],
    [{ anchor: 'date', anchorDate: 'tomorrow' }, 'BAD_REQUEST', 'Invalid anchor_date'],
    [{ anchor: 'date', anchorDate: '2026-02-30' }, 'BAD_REQUEST', 'Invalid anchor_date'],
    [{ numBefore: -1 }, 'BAD_REQUEST', 'num_before is negative'],
    [{ numBefore: 0, numAfter: -1 }, 'BAD_REQUEST', 'num_after is negative'],
    [{ numBefore: 2_501, numAfter: 2_500 }, 'BAD_REQUEST', 'Too many messages requested (maximum 5000).'],
  ])('with %j are refused', async (over, code, message) => {
    await expect(read([], over)).rejects.toMatchObject({ code, message });
  });
});
