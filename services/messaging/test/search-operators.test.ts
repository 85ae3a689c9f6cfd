import { sql } from '@parley/db';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { matchNarrow } from '../src/rpc/reading/match-narrow.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

let service: TestService;
const ids = new Map<string, number>();

/** Wednesday. The reader is in Tokyo, where it is Thursday already. */
const now = Date.parse('2026-05-13T20:00:00Z');

beforeAll(async () => {
  service = await openTestService();
  const { world, ctx } = service;
  ctx.clock = { ...ctx.clock, now: () => now };
  world.user(1, { timezone: 'Asia/Tokyo' });
  world.user(2);
  world.user(3, { timezone: '' });
  world.channel(1, { name: 'design' });
  world.channel(2, { name: '3' });
  world.channel(3, { name: 'home' });
  for (const user of [1, 2])
    for (const channel of [1, 2, 3]) world.subscribe(user, channel, [[0, 0]], channel === 2);
  for (const channel of [1, 2, 3]) world.subscribe(3, channel);
  const send = async (name: string, sentAt: string, ...rest: Parameters<TestService['send']>) => {
    const id = await service.send(...rest);
    ids.set(name, id);
    await service.db.execute(sql`update messages set sent_at = ${new Date(sentAt)} where id = ${id}`);
  };
  await send('last year', '2025-12-31T12:00:00Z', 2, { channel: 1 }, { content: 'an invoice of old' });
  await send(
    'april',
    '2026-04-30T14:59:00Z',
    2,
    { channel: 1 },
    { content: '[a.PDF](/user_uploads/2/a/a.PDF) invoice' },
  );
  await send(
    'may',
    '2026-04-30T15:01:00Z',
    2,
    { channel: 2 },
    { content: 'x ![b](/user_uploads/2/b/b.png)' },
  );
  await send('yesterday', '2026-05-12T16:00:00Z', 2, { channel: 3 }, { content: 'invoices @**User 1**' });
  await send('today', '2026-05-13T15:30:00Z', 1, { channel: 1 }, { content: 'today pdf.pdf @**all**' });
  await send('direct', '2026-05-13T16:00:00Z', 2, { to: [1] }, { content: 'an invoice to you' });
});

afterAll(() => service[Symbol.asyncDispose]());

type Terms = [string, unknown, boolean?][];

/** Returns the names of the messages that a window has, and of those that are said to match. Both must be the same. */
async function read(terms: Terms, userId = 1): Promise<string[]> {
  const narrow = terms.map(([operator, operand, negated]) => narrowTo(operator, operand, negated));
  const nameOf = (found: readonly number[]) =>
    [...ids].filter(([, id]) => found.includes(id)).map(([name]) => name);
  const down = nameOf((await service.read(userId, { narrow })).ids);
  const up = nameOf(
    (await service.read(userId, { narrow, anchor: 'oldest', numBefore: 0, numAfter: 100 })).ids,
  );
  const request = { messageIds: [...ids.values()], narrow };
  const { messagesJson } = await matchNarrow(service.ctx, request, service.scope(userId));
  expect([up, nameOf(Object.keys(JSON.parse(messagesJson.toString())).map(Number))]).toEqual([down, down]);
  return down;
}

const all = ['last year', 'april', 'may', 'yesterday', 'today', 'direct'];

describe('operators of a search', () => {
  it.each<[string, Terms, string[]]>([
    ['before a date', [['before', '2026-05-01']], ['last year', 'april']],
    ['not before a date', [['before', '2026-05-01', true]], ['may', 'yesterday', 'today', 'direct']],
    ['after a date', [['after', '2026-05-01']], ['yesterday', 'today', 'direct']],
    ['before a date in German', [['before', '01.05.2026']], ['last year', 'april']],
    ['after a date in numbers', [['after', '30/04/2026']], ['may', 'yesterday', 'today', 'direct']],
    ['during a month', [['during', '2026-04']], ['april']],
    ['during a month in numbers', [['during', '04.2026']], ['april']],
    ['during a day', [['during', '2026-05-01']], ['may']],
    ['during a year', [['during', 2025]], ['last year']],
    ['today', [['during', 'today']], ['today', 'direct']],
    ['yesterday', [['during', 'Yesterday']], ['yesterday']],
    ['last month', [['during', 'last month']], ['april']],
    ['this week', [['during', 'this week']], ['yesterday', 'today', 'direct']],
    ['the name of a month', [['during', 'may']], ['may', 'yesterday', 'today', 'direct']],
    ['the name of a day', [['during', 'wednesday']], ['yesterday']],
    [
      'words and a date',
      [
        ['search', 'invoice'],
        ['before', 'may'],
      ],
      ['last year', 'april'],
    ],
    [
      'words and a period',
      [
        ['search', 'invoice'],
        ['during', 'this month'],
      ],
      ['yesterday', 'direct'],
    ],
    [
      'a period that is over',
      [
        ['search', 'invoice'],
        ['during', '2024'],
      ],
      [],
    ],
    ['from', [['from', 'me']], ['today']],
    [
      'from another',
      [
        ['from', 2],
        ['search', 'invoice'],
      ],
      ['last year', 'april', 'yesterday', 'direct'],
    ],
    ['in a channel by name', [['in', 'design']], ['last year', 'april', 'today']],
    ['in a channel by ID', [['in', 3]], ['yesterday']],
    ['in a channel with a number as its name', [['in', '3']], ['may']],
    ['in home', [['in', 'home']], ['last year', 'april', 'yesterday', 'today', 'direct']],
    ['not in home', [['in', 'home', true]], ['may']],
    ['in all', [['in', 'all']], all],
    [
      'words in a channel',
      [
        ['in', 'design'],
        ['search', 'invoice'],
      ],
      ['last year', 'april'],
    ],
    [
      'words not in a channel',
      [
        ['in', 'design', true],
        ['search', 'invoice'],
      ],
      ['yesterday', 'direct'],
    ],
    ['a type of file', [['filetype', 'pdf']], ['april']],
    ['a type with a dot', [['filetype', '.PDF']], ['april']],
    ['a kind of file', [['filetype', 'images']], ['may']],
    [
      'a file with words',
      [
        ['filetype', 'document'],
        ['search', 'invoice'],
      ],
      ['april'],
    ],
    ['mentions of me', [['mentions', 'me']], ['yesterday', 'today']],
    ['mentions by ID', [['mentions', 1]], ['yesterday', 'today']],
    ['mentions by address', [['mentions', 'user3@example.com']], ['today']],
    ['words or words', [['search', 'old OR you']], ['last year', 'direct']],
    ['without a word', [['search', 'invoice -old']], ['april', 'yesterday', 'direct']],
    ['without a phrase', [['search', 'invoice -"to you"']], ['last year', 'april', 'yesterday']],
    ['only without a word', [['search', '-invoice -invoices']], ['may', 'today']],
    ['a phrase', [['search', '"an invoice"']], ['last year', 'direct']],
    [
      'unread words',
      [
        ['search', 'invoice'],
        ['is', 'unread'],
      ],
      ['last year', 'april', 'yesterday', 'direct'],
    ],
    [
      'words of direct messages',
      [
        ['is', 'dm'],
        ['search', 'invoice'],
      ],
      ['direct'],
    ],
    ['a typing error', [['search', 'invioce']], ['last year', 'april', 'direct']],
    [
      'a typing error where nothing else fits here',
      [
        ['search', 'invioces'],
        ['in', 'home'],
      ],
      ['yesterday'],
    ],
    ['no typing error in quotes', [['search', '"invioce"']], []],
    ['no typing error of a short word', [['search', 'yuo']], []],
    ['the beginning of the last word', [['search', 'an invo']], ['last year', 'direct']],
  ])('find %s', async (_, terms, expected) => {
    expect(await read(terms)).toEqual(expected);
  });

  it('combine with each other, and each can be negated', async () => {
    const selections: [Terms[number], string[]][] = [
      [
        ['before', '2026-05-01'],
        ['last year', 'april'],
      ],
      [
        ['after', '2026-04'],
        ['may', 'yesterday', 'today', 'direct'],
      ],
      [
        ['during', 'this week'],
        ['yesterday', 'today', 'direct'],
      ],
      [['from', 'me'], ['today']],
      [
        ['in', 'design'],
        ['last year', 'april', 'today'],
      ],
      [
        ['in', 'home'],
        ['last year', 'april', 'yesterday', 'today', 'direct'],
      ],
      [
        ['has', 'attachment'],
        ['april', 'may'],
      ],
      [['has', 'reaction'], []],
      [['filetype', 'pdf'], ['april']],
      [
        ['mentions', 'me'],
        ['yesterday', 'today'],
      ],
      [['is', 'dm'], ['direct']],
      [
        ['search', 'invoice'],
        ['last year', 'april', 'yesterday', 'direct'],
      ],
      [
        ['search', 'old OR you'],
        ['last year', 'direct'],
      ],
      [
        ['search', '-invoice'],
        ['may', 'yesterday', 'today'],
      ],
      [
        ['search', '"an invoice"'],
        ['last year', 'direct'],
      ],
    ];
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...selections), fc.boolean()), { minLength: 2, maxLength: 3 }),
        async (chosen) => {
          const terms = chosen.map(([[[operator, operand]], negated]): Terms[number] => [
            operator,
            operand,
            negated,
          ]);
          const expected = all.filter((name) =>
            chosen.every(([[, selected], negated]) => selected.includes(name) !== negated),
          );
          expect({ terms, found: await read(terms) }).toEqual({ terms, found: expected });
        },
      ),
      { numRuns: 60 },
    );
  });

  it('have the days of the reader', async () => {
    expect(await read([['during', '2026-04']], 3)).toEqual(['april', 'may']);
    expect(await read([['during', 'today']], 3)).toEqual(['today']);
    const { world } = service;
    world.user(1, { timezone: 'America/New_York' });
    expect(await read([['during', '2026-04']])).toEqual(['april', 'may']);
    world.user(1, { timezone: 'Asia/Tokyo' });
  });

  it.each(['before', 'after', 'during'])('%s says which dates numbers may mean', async (operator) => {
    await expect(read([[operator, '05/01/2026']])).rejects.toMatchObject({
      code: 'BAD_NARROW',
      message: 'Invalid narrow operator: "05/01/2026" may mean 2026-01-05, 2026-05-01; write one of them',
    });
  });

  it.each<[string, unknown]>([
    ['before', 'someday'],
    ['after', ''],
    ['during', '2026-02-30'],
    ['during', [1]],
    ['during', 'next week'],
    ['in', 'nowhere'],
    ['in', 99],
    ['in', ''],
    ['filetype', 'p d f'],
    ['filetype', ''],
    ['filetype', 5],
    ['mentions', 'nobody@example.com'],
    ['mentions', 99],
  ])('refuse %s:%j', async (operator, operand) => {
    await expect(read([[operator, operand]])).rejects.toMatchObject({ code: 'BAD_NARROW' });
  });
});
