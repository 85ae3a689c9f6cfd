import { createHash, randomUUID } from 'node:crypto';
import { sql } from '@parley/db';
import { createScope } from '@parley/facts';
import { UpdateMessageRequest } from '@parley/proto/messaging/v1/changing';
import { ImportedMessage } from '@parley/proto/messaging/v1/importing';
import { testCall } from '@parley/rpc/testing';
import { type AnalyzedText, analyzeText, matches, parseSearch } from '@parley/search-text';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteMessages, lockInOrder } from '../src/db/changing/deletions.ts';
import { insertMessages } from '../src/db/messages.ts';
import { isSelective } from '../src/domain/searching/text-query.ts';
import { deleteMessage } from '../src/rpc/changing/delete-message.ts';
import { deleteTopic } from '../src/rpc/changing/delete-topic.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { deleteMessagesOfUser } from '../src/rpc/erasing/delete-messages-of-user.ts';
import { eraseUser } from '../src/rpc/erasing/erase-user.ts';
import { importMessages } from '../src/rpc/importing/import-messages.ts';
import { rewriteImportedMessages } from '../src/rpc/importing/rewrite-imported-messages.ts';
import { undoImportedMessages } from '../src/rpc/importing/undo-imported-messages.ts';
import { findFiles } from '../src/rpc/reading/find-files.ts';
import { matchNarrow } from '../src/rpc/reading/match-narrow.ts';
import { findSuggestions } from '../src/rpc/searching/find-suggestions.ts';
import type { CandidateSearch, SearchIndex } from '../src/search/search-index.ts';
import { deleteExpired } from '../src/workers/retention.ts';
import { newMessage } from './new-message.ts';
import { createTestIndex, narrowTo, openTestService, roles, type TestService } from './support.ts';

// What every index of texts promises (src/search/search-index.ts). `npm test` checks it with PostgreSQL, `npm run test:search` with
// OpenSearch.

let service: TestService;
let index: SearchIndex;

beforeAll(async () => {
  service = await openTestService();
  index = service.ctx.searchIndex;
  const { world } = service;
  for (const id of [1, 2]) {
    world.user(id);
    world.channel(id);
  }
  for (const id of [1, 2]) world.subscribe(1, id);
});

afterAll(() => service[Symbol.asyncDispose]());

const everything = { above: -1, below: Number.MAX_SAFE_INTEGER, direction: 'older', wanted: 100 } as const;

async function found(words: string, search: Partial<CandidateSearch> = {}): Promise<number[]> {
  await index.catchUp();
  const ids: number[] = [];
  for await (const step of index.candidates(parseSearch(words), { ...everything, ...search }))
    ids.push(...step);
  return ids;
}

const send = async (content: string, over: Parameters<typeof newMessage>[0] = {}): Promise<number> => {
  const [id] = await insertMessages(service.db, [newMessage({ content, channelId: 1, topic: '', ...over })]);
  return id!;
};

const words = [
  ...['server', 'servers', 'Server’s', "don't", 'e-mail', 'emails', 'fetchInvoiceRows', 'invoice', 'ABC-123'],
  ...[
    '東京都',
    '京都',
    '東京の天気',
    '서버가',
    'iPhoneを買う',
    '🎉',
    ':tada:',
    'C++',
    'Rechnungsabteilung',
    'a|b',
  ],
  ...['the', '1.2.3', 'v1.2', '#️⃣', 'Äpfel', 'running', 'runs', '«quoted»', 'ﷺ', 'https://example.com/a_b-c'],
];
const word = fc.constantFrom(...words);
const phrase = fc.array(word, { minLength: 1, maxLength: 3 }).map((parts) => `"${parts.join(' ')}"`);
const item = fc.oneof(
  { weight: 4, arbitrary: word },
  phrase,
  word.map((each) => `-${each}`),
  phrase.map((each) => `-${each}`),
  fc.constant('OR'),
  word.map((each) => each.slice(0, 3)),
);
const operand = fc.array(item, { minLength: 1, maxLength: 4 }).map((items) => items.join(' '));
const content = fc
  .array(fc.tuple(word, fc.constantFrom(' ', ' ', ', ', '\n', '')), { minLength: 1, maxLength: 8 })
  .map((parts) => parts.flat().join(''));

/** Returns the terms of a message, with those of the topic after a gap, or of its topic alone. */
function textOf({ content, topic }: { content: string; topic: string }, inTopic = false): AnalyzedText {
  const ofTopic = topic === '' ? [] : analyzeText(topic).terms;
  if (inTopic) return { terms: ofTopic };
  const shifted = ofTopic.map(({ term, positions }) => ({
    term,
    positions: positions.map((at) => at + 10_000),
  }));
  return { terms: [...analyzeText(content).terms, ...shifted] };
}

describe('an index of texts', () => {
  it('finds exactly what fits, in its order, in any range, place and steps', async () => {
    const stored: { id: number; content: string; topic: string; channelId: number }[] = [];
    const samples = fc.sample(
      fc.record({ content, topic: fc.oneof(fc.constant('plan'), word), place: fc.nat(1) }),
      150,
    );
    for (const { content, topic, place } of samples) {
      const channelId = place + 1;
      stored.push({ id: await send(content, { channelId, topic }), content, topic, channelId });
      // IDs far apart: the search reads several blocks and partitions.
      const skipped = stored.length % 30 === 0 ? 600_000 : 3_000;
      await service.db.execute(sql`select setval('message_ids', nextval('message_ids') + ${skipped}::int)`);
    }
    const ids = stored.map(({ id }) => id);
    await fc.assert(
      fc.asyncProperty(
        operand,
        fc.record({
          above: fc.constantFrom(-1, ...ids),
          below: fc.constantFrom(Number.MAX_SAFE_INTEGER, ...ids),
          direction: fc.constantFrom('older' as const, 'newer' as const),
          wanted: fc.constantFrom(1, 3, 100),
          inTopic: fc.boolean(),
          channelId: fc.constantFrom(undefined, 1, 2),
        }),
        async (words, search) => {
          const expression = parseSearch(words);
          const inOrder = search.direction === 'older' ? stored.toReversed() : stored;
          const fitting = inOrder.filter((each) => matches(expression, textOf(each, search.inTopic)));
          if (isSelective(expression)) {
            const expected = fitting.filter(
              ({ id, channelId }) =>
                id > search.above && id < search.below && channelId === (search.channelId ?? channelId),
            );
            expect(await found(words, search)).toEqual(expected.map(({ id }) => id));
          }
          if (search.inTopic) return;
          const all = await index.fitting(expression, [...ids, 123_456_789]);
          expect([...all].sort((a, b) => a - b)).toEqual(fitting.map(({ id }) => id).sort((a, b) => a - b));
        },
      ),
      { numRuns: 400 },
    );
  });

  it('finds nothing for an operand without words', async () => {
    await send('something');
    expect(await found('')).toEqual([]);
    expect(await found('…!')).toEqual([]);
  });

  it('follows edits, moves and deletions', async () => {
    const id = await send('an okapi', { topic: 'before' });
    expect(await found('okapi')).toEqual([id]);
    await service.db.execute(sql`update messages set content = 'a capybara' where id = ${id}`);
    expect([await found('okapi'), await found('capybara')]).toEqual([[], [id]]);
    await service.db.execute(sql`update messages set topic = 'afterwards', channel_id = 2 where id = ${id}`);
    expect(await found('afterwards', { channelId: 2, inTopic: true })).toEqual([id]);
    expect(await found('capybara', { channelId: 1 })).toEqual([]);
    await service.db.tx(async (tx) => {
      await lockInOrder(tx, sql`m.id = ${id}`);
      await deleteMessages(tx, [id]);
    });
    expect(await found('capybara')).toEqual([]);
  });

  it('finds imported messages after their transaction, and none that was rolled back', async () => {
    const id = Date.UTC(2015, 4, 6);
    const insert = sql`
      insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
        renderer_version, sent_at, client, send_key, read_by_sender)
      values (${id}::int8, 1, 1, 'past', 1, 1, 'an imported quagga', '<p>x</p>', 1, now(), 'test', gen_random_uuid(), true)`;
    const importing = (fails: boolean) =>
      service.db.tx(async (tx) => {
        await tx.execute(insert);
        await index.addImported(tx, [id]);
        if (fails) throw new Error('rolled back');
      });
    await expect(importing(true)).rejects.toThrow('rolled back');
    expect(await found('quagga')).toEqual([]);
    await importing(false);
    // While an import is under way, the index waits.
    expect(await index.indexImported()).toBe(false);
    await service.db.execute(sql`update search_imported set stored_at = now() - interval '1 minute'`);
    while (await index.indexImported());
    expect(await found('quagga')).toEqual([id]);
    expect(await index.left()).toBe(0);
  });

  it('says where terms occur', async () => {
    const id = await send('one heron and herons', { topic: 'a heron' });
    await index.catchUp();
    const texts = await index.occurrences(parseSearch('heron'), [id, 5]);
    expect([...texts.keys()]).toEqual([id]);
    const { occurrences, length } = texts.get(id)!;
    expect(occurrences.get('heron')).toEqual([2, 106]);
    expect(occurrences.get('herons')).toEqual([4]);
    expect(length).toBe(
      new Set(
        [...analyzeText('one heron and herons').terms, ...analyzeText('a heron').terms].map(
          ({ term }) => term,
        ),
      ).size,
    );
  });

  it('finds words by one of many spellings, and by forms of these', async () => {
    const id = await send('zwei Rechnungen liegen auf dem Tisch');
    await index.catchUp();
    const terms = ['~rechnung', 'tisch', ...Array.from({ length: 40 }, (_, n) => `rechnnug${n}`), "it's\\"];
    const known = await index.known(terms);
    // OpenSearch takes any number of alternatives, so it need not know which of them exist.
    const isExact = (await index.state()).engine === 'postgresql';
    expect([...known].sort()).toEqual((isExact ? ['tisch', '~rechnung'] : terms).toSorted());
    for (const words of ['Rechnunegn Tisch', 'rechnnug tisch', 'liegen rechnnug "auf dem"'])
      expect((await service.read(1, { narrow: [narrowTo('search', words)] })).ids).toEqual([id]);
    for (const words of ['rechnnug stuhl', '"rechnnug" tisch', 'rechntug tisch'])
      expect((await service.read(1, { narrow: [narrowTo('search', words)] })).ids).toEqual([]);
  });

  it('is made again beside all searches, and is the same afterwards', async () => {
    const before = [await found('server'), await found('東京'), await found('"the server"')];
    await index.restart();
    expect(await index.state()).toMatchObject({ isComplete: false, rebuilt: 0 });
    expect(await index.left()).toBeGreaterThan(100);
    const during = await send('a server sent during the rebuild');
    const [first, ...others] = before as [number[], number[], number[]];
    expect([await found('server'), await found('東京'), await found('"the server"')]).toEqual([
      [during, ...first].sort((a, b) => b - a),
      ...others,
    ]);
    while (await index.rebuildSome());
    const state = await index.state();
    expect(state).toMatchObject({ isComplete: true, waiting: 0, pending: 0, lagSeconds: 0 });
    expect(state.trouble).toBeUndefined();
    expect(state.bytes).toBeGreaterThan(0);
    expect([await found('server'), await found('東京')]).toEqual([
      [during, ...first].sort((a, b) => b - a),
      others[0],
    ]);
  });

  it('has every message once, however many processes follow', async () => {
    const processes = [
      index,
      ...Array.from({ length: 3 }, () => createTestIndex(service.db, service.searchAlias)),
    ];
    const sent: number[] = [];
    await Promise.all(
      processes.map(async (each, n) => {
        for (let round = 0; round < 10; round++) {
          sent.push(await send(`platypus ${n} ${round}`));
          await each.catchUp();
        }
      }),
    );
    expect(await found('platypus')).toEqual(sent.toSorted((a, b) => b - a));
  });
});

/** Someone who writes, and someone who reads. Channel 13 keeps messages for a day, and only the author reads channel 14. */
const [author, reader] = [11, 12];
const [here, elsewhere, short, closed] = [11, 12, 13, 14];
let people = 20;
let written = 0;

/** Returns a word that no other text has, nor one that is similar. */
const newWord = (): string => {
  const digits = createHash('sha256').update(`${++written}`).digest('hex').slice(0, 8);
  return Array.from(digits, (digit) => 'bcdfgklmnoprtvza'[Number.parseInt(digit, 16)]).join('');
};
const misspelt = (word: string): string => `${word.slice(0, 4)}x${word.slice(5)}`;
const about = (word: string): string => `about ${word}: [plan.txt](/user_uploads/1/x/plan.txt)`;

/** Words that a message has, or gets: in its content, and in its topic. */
const kinds = ['content', 'topic', 'newContent', 'newTopic'] as const;
type Words = Record<(typeof kinds)[number], string>;

/** A way in which a message can change or disappear. */
type Way = {
  name: string;
  /** Sends the message. Without it, the author does so, in a channel. */
  send?: (words: Words) => Promise<number>;
  act: (id: number, words: Words) => Promise<unknown>;
  /** Which words find the message afterwards; none: it is gone. */
  after?: readonly (typeof kinds)[number][];
  /** Who reads the message, and who does afterwards, if not both of them. */
  readers?: readonly number[];
  readersAfter?: readonly number[];
  /** Where the message is afterwards. */
  place?: number;
};

const sendTo = (channel: number) => (words: Words) =>
  service.send(author, { channel, topic: words.topic }, { content: about(words.content) });
const sendDirectly = (words: Words) =>
  service.send(author, { to: [reader] }, { content: about(words.content) });
const update = (change: Partial<UpdateMessageRequest>) =>
  updateMessage(
    service.ctx,
    UpdateMessageRequest.create({ propagateMode: 'change_one', ...change }),
    service.scope(author),
  );
const untilFinished = async (step: () => Promise<{ isFinished: boolean }>) => {
  while (!(await step()).isFinished);
};

/** Lets a message, and all before it, be ten days old, and deletes what is expired. */
async function expire(id: number, days: number): Promise<void> {
  await service.db.execute(sql`update messages set sent_at = now() - interval '10 days' where id <= ${id}`);
  service.world.settings.message_retention_days = days;
  await deleteExpired(service.ctx);
  service.world.settings.message_retention_days = -1;
}

/** Sends as somebody who is erased afterwards. */
function ofSomebody(to: number | 'direct'): Pick<Way, 'send'> & { erased: () => number } {
  let userId = 0;
  return {
    erased: () => userId,
    send: async ({ topic, content }) => {
      userId = ++people;
      service.world.user(userId);
      for (const channel of [here, closed]) service.world.subscribe(userId, channel);
      const target = to === 'direct' ? { to: [author, reader] } : { channel: to, topic };
      return await service.send(userId, target, { content: about(content) });
    },
  };
}

const erasing = (name: string, to: number | 'direct', over: Partial<Way> = {}): Way[] => {
  const somebody = ofSomebody(to);
  const scope = () => service.scope(author);
  const inAll = { inPublicChannels: true, inPrivateChannels: true, inDirectMessages: true };
  return [
    {
      name: `erasing its sender ${name}`,
      send: somebody.send!,
      act: () =>
        untilFinished(() =>
          eraseUser(service.ctx, { userId: somebody.erased(), deletesMessages: true }, scope()),
        ),
      ...over,
    },
    {
      name: `deleting what its sender wrote ${name}`,
      send: somebody.send!,
      act: () =>
        untilFinished(() =>
          deleteMessagesOfUser(service.ctx, { userId: somebody.erased(), ...inAll }, scope()),
        ),
      ...over,
    },
  ];
};

const asOperator = () => createScope(service.ctx.factCache, testCall());

async function sendImported({ content, topic }: Words): Promise<number> {
  const message = ImportedMessage.create({
    ...{ sendKey: randomUUID(), senderId: author, channelId: here, topic },
    ...{ content: about(content), sentAtMs: Date.UTC(2016, 1, 3) + ++written * 1_000 },
  });
  const request = { importId: 7, areNew: true, messages: [message] };
  return (await importMessages(service.ctx, request, asOperator())).results[0]!.messageId;
}

async function indexImported(): Promise<void> {
  await service.db.execute(sql`update search_imported set stored_at = now() - interval '1 minute'`);
  while (await index.indexImported());
}

const ways: Way[] = [
  {
    name: 'an edit',
    act: (messageId, { newContent }) => update({ messageId, content: about(newContent) }),
    after: ['newContent', 'topic'],
  },
  {
    name: 'an edit of a direct message',
    send: sendDirectly,
    act: (messageId, { newContent }) => update({ messageId, content: about(newContent) }),
    after: ['newContent'],
  },
  ...['change_one', 'change_later', 'change_all'].map(
    (propagateMode): Way => ({
      name: `a move to another topic (${propagateMode})`,
      act: (messageId, { newTopic }) => update({ messageId, topic: newTopic, propagateMode }),
      after: ['content', 'newTopic'],
    }),
  ),
  {
    name: 'a move to another channel',
    act: (messageId) => update({ messageId, channelId: elsewhere, propagateMode: 'change_all' }),
    after: ['content', 'topic'],
    place: elsewhere,
  },
  {
    name: 'a move to another channel and topic',
    act: (messageId, { newTopic }) => update({ messageId, channelId: elsewhere, topic: newTopic }),
    after: ['content', 'newTopic'],
    place: elsewhere,
  },
  {
    name: 'a move with an edit',
    act: (messageId, { newTopic, newContent }) =>
      update({ messageId, topic: newTopic, content: about(newContent) }),
    after: ['newContent', 'newTopic'],
  },
  {
    name: 'a move to where the reader is not',
    act: (messageId, { newTopic }) => update({ messageId, channelId: closed, topic: newTopic }),
    after: ['content', 'newTopic'],
    readersAfter: [author],
    place: closed,
  },
  {
    name: 'deleting it',
    act: (messageId) => deleteMessage(service.ctx, { messageId }, service.scope(author)),
  },
  {
    name: 'deleting its topic',
    act: (_, { topic }) => deleteTopic(service.ctx, { channelId: here, topic }, service.scope(author)),
  },
  { name: 'the retention time of the organization', act: (id) => expire(id, 7) },
  {
    name: 'the retention time of the organization, of a direct message',
    send: sendDirectly,
    act: (id) => expire(id, 7),
  },
  { name: 'the retention time of its channel', send: sendTo(short), act: (id) => expire(id, -1) },
  ...erasing('in a public channel', here),
  ...erasing('in a private channel', closed, { readers: [author] }),
  ...erasing('in a direct message', 'direct'),
  {
    name: 'erasing somebody whom it quotes',
    act: async (id) => {
      const userId = ++people;
      await service.db.execute(
        sql`insert into quotes (message_id, user_id) values (${id}::int8, ${userId}::int8)`,
      );
      await untilFinished(() =>
        eraseUser(service.ctx, { userId, deletesMessages: true }, service.scope(author)),
      );
    },
  },
  {
    name: 'undoing its import',
    send: sendImported,
    act: () => undoImportedMessages(service.ctx, { importId: 7 }, asOperator()),
  },
  {
    name: 'its import, which rewrites it',
    send: sendImported,
    act: (messageId, { newContent }) =>
      rewriteImportedMessages(
        service.ctx,
        { messages: [{ messageId, content: about(newContent) }] },
        asOperator(),
      ),
    after: ['newContent', 'topic'],
  },
];

/** Returns everything that searches say about a word. */
async function answersOf(userId: number, word: string, id: number): Promise<object> {
  const scope = () => service.scope(userId);
  // In quotes, so that words with typing errors are looked for only where this is asked for: it takes long where there are none.
  const query = `"${word}"`;
  const narrow = [narrowTo('search', query)];
  const read = async (over: object) => (await service.read(userId, { narrow, ...over })).ids;
  const { messagesJson } = await matchNarrow(service.ctx, { messageIds: [id], narrow }, scope());
  const { files } = await findFiles(service.ctx, { query, limit: 50, page: '' }, scope());
  const { topics } = await findSuggestions(service.ctx, { query, limit: 50 }, scope());
  const meant = await findSuggestions(service.ctx, { query: misspelt(word), limit: 50 }, scope());
  return {
    newest: await read({}),
    best: await read({ sort: 'relevance' }),
    matching: Object.keys(JSON.parse(messagesJson.toString())).map(Number),
    files: files.map(({ messageId }) => messageId),
    topics: [...topics, ...meant.topics].map(({ maxId }) => maxId),
    didYouMean: meant.didYouMean,
  };
}

const nothing = {
  newest: [],
  best: [],
  matching: [],
  files: [],
  topics: [],
  didYouMean: undefined,
};
const onlyThis = (id: number, kind: (typeof kinds)[number], word: string) => ({
  ...{ newest: [id], best: [id], matching: [id], files: [id], didYouMean: word },
  topics: kind === 'topic' || kind === 'newTopic' ? [id, id] : [],
});

/** Number of documents with a word. */
const documentsWith = async (word: string): Promise<number> =>
  (await service.db.many(sql`select from search_documents where words like ${`%${word}%`}`)).length;

describe('right after its answer', () => {
  beforeAll(() => {
    const { world } = service;
    world.notificationBot(10);
    world.user(author, { role: roles.admin });
    world.user(reader);
    for (const id of [here, elsewhere]) world.channel(id);
    world.channel(short, { messageRetentionDays: 1 });
    world.channel(closed, { inviteOnly: true, historyPublicToSubscribers: true });
    for (const id of [here, elsewhere, short, closed]) world.subscribe(author, id);
    for (const id of [here, elsewhere, short]) world.subscribe(reader, id);
    const rights = ['delete_any_message', 'move_messages_between_topics', 'move_messages_between_channels'];
    for (const right of rights) world.settings[`can_${right}_group`] = 10;
    Object.assign(world.settings, { allow_message_editing: true, message_retention_days: -1 });
  });

  it.each(
    ways.flatMap((way) => [
      { ...way, state: 'indexed', isIndexed: true },
      { ...way, state: 'not yet indexed', isIndexed: false },
    ]),
  )(
    '$name leaves nothing of a message, $state, but what is new',
    async ({ isIndexed, send = sendTo(here), act, after = [], place, ...way }) => {
      const words: Words = {
        content: newWord(),
        topic: newWord(),
        newContent: newWord(),
        newTopic: newWord(),
      };
      const readers = way.readers ?? [author, reader];
      const readersAfter = way.readersAfter ?? readers;
      const id = await send(words);
      const [stored] = (await service.read(author, { hasMessageIds: true, messageIds: [id] })).messages;
      const before = stored!.type === 'stream' ? (['content', 'topic'] as const) : (['content'] as const);
      if (isIndexed) {
        await indexImported();
        for (const kind of before) {
          for (const userId of readers)
            expect(await answersOf(userId, words[kind], id)).toEqual(onlyThis(id, kind, words[kind]));
        }
      }
      await act(id, words);
      // A changed text is not kept until a search comes.
      if (!after.includes('content')) expect(await documentsWith(words.content)).toBe(0);
      for (const kind of new Set([...before, ...after])) {
        for (const userId of readers) {
          const isFound = after.includes(kind) && readersAfter.includes(userId);
          const expected = isFound ? onlyThis(id, kind, words[kind]) : nothing;
          expect([kind, userId, await answersOf(userId, words[kind], id)]).toEqual([kind, userId, expected]);
        }
      }
      for (const channel of place === undefined ? [] : [here, place]) {
        const narrow = [narrowTo('channel', channel), narrowTo('search', words[after[0]!])];
        expect((await service.read(author, { narrow })).ids).toEqual(channel === place ? [id] : []);
      }
      // Whatever the worker still has to do, it brings nothing back.
      await indexImported();
      await index.catchUp();
      const isHere = (await index.state()).engine === 'postgresql';
      for (const kind of kinds) {
        const isLeft = after.includes(kind);
        expect([...(await index.fitting(parseSearch(words[kind]), [id]))]).toEqual(isLeft ? [id] : []);
        if (isHere) expect(await documentsWith(words[kind])).toBe(isLeft ? 1 : 0);
      }
      expect(await index.state()).toMatchObject({ waiting: 0, pending: 0 });
      expect(await service.db.many(sql`select from search_imported`)).toEqual([]);
    },
  );
});
