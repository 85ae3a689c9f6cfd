import { sql } from '@parley/db';
import { type AnalyzedText, analyzeText, matches, parseSearch } from '@parley/search-text';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deleteMessages, lockInOrder } from '../src/db/deletions.ts';
import { insertMessages } from '../src/db/messages.ts';
import { isSelective } from '../src/domain/text-query.ts';
import type { CandidateSearch, SearchIndex } from '../src/search/search-index.ts';
import { newMessage } from './new-message.ts';
import { createTestIndex, narrowTo, openTestService, type TestService } from './support.ts';

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
