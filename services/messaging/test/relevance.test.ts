import { sql } from '@parley/db';
import { analyzeText, parseSearch } from '@parley/search-text';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askedTerms } from '../src/domain/searching/text-query.ts';
import { findSuggestions } from '../src/rpc/searching/find-suggestions.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

let service: TestService;
const ids = new Map<string, number>();
const now = Date.parse('2026-05-13T12:00:00Z');

beforeAll(async () => {
  service = await openTestService();
  const { world, ctx } = service;
  ctx.clock = { ...ctx.clock, now: () => now };
  for (const id of [1, 2, 3, 4]) world.user(id);
  for (const id of [1, 2]) {
    world.channel(id);
    for (const user of [1, 2, 3, 4]) world.subscribe(user, id);
  }
  world.channel(9, { inviteOnly: true });
  world.subscribe(2, 9);
  world.topics.set(1, [{ channelId: 1, topic: 'Followed', visibilityPolicy: 3 }]);
});

afterAll(() => service[Symbol.asyncDispose]());

/** Sends a message of an age in days. */
async function send(
  name: string,
  content: string,
  over: { topic?: string; from?: number; days?: number; to?: number[] } = {},
) {
  const { topic = 'any', from = 2, days = 1, to } = over;
  const id = await service.send(from, to ? { to } : { channel: 1, topic }, { content });
  const at = new Date(now - days * 86_400_000);
  await service.db.execute(sql`update messages set sent_at = ${at} where id = ${id}`);
  ids.set(name, id);
}

const best = async (words: string, over: object = {}) => {
  const answer = await service.read(1, { narrow: [narrowTo('search', words)], sort: 'relevance', ...over });
  return answer.ids.map((id) => [...ids].find(([, each]) => each === id)?.[0] ?? id);
};

describe('the order by relevance', () => {
  it('has exact words before their stems and beginnings', async () => {
    await send('exact', 'a walrus runs');
    await send('stem', 'a walrus running');
    await send('beginning', 'walrus runsalot');
    expect(await best('walrus runs')).toEqual(['exact', 'stem', 'beginning']);
  });

  it('has words next to each other before words far apart', async () => {
    await send('apart', `heron ${'word '.repeat(12)} lagoon`);
    await send('close', `heron lagoon ${'word '.repeat(12)}`, { days: 20 });
    expect(await best('heron lagoon')).toEqual(['close', 'apart']);
  });

  it('has topics with the words first', async () => {
    await send('content', 'a stork');
    await send('topic', 'a stork', { topic: 'stork', days: 2 });
    expect(await best('stork')).toEqual(['topic', 'content']);
  });

  it('has messages with the words before those of a topic with them, whatever else speaks for these', async () => {
    await send('content', `several storks ${'word '.repeat(60)}`, { days: 900, from: 3 });
    await send('named', 'yes', { topic: 'stork', days: 0, from: 1 });
    expect((await best('stork')).slice(-2)).toEqual(['content', 'named']);
  });

  it('has the rarest of many words, also where a thousand newer messages have another one', async () => {
    await send('rare', 'a rare cassowary');
    await send('both', 'a meeting of cassowaries', { days: 2 });
    const first = await service.send(2, { channel: 1, topic: 'any' }, { content: 'a meeting' });
    await service.db.execute(sql`
      insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
        renderer_version, sent_at, client, send_key, read_by_sender)
      select nextval('message_ids'), m.sender_id, m.channel_id, m.topic, m.origin_id, m.origin_channel_id, m.content,
             m.rendered_content, m.renderer_version, m.sent_at, m.client, gen_random_uuid(), true
        from messages m, generate_series(1, 1500) where m.id = ${first}`);
    expect((await best('meeting OR cassowary ', { numBefore: 3 })).slice(0, 2)).toEqual(['both', 'rare']);
    expect((await best('cassowary OR meeting OR nothing ', { numBefore: 3 })).slice(0, 2)).toEqual([
      'both',
      'rare',
    ]);
  });

  it.each([
    ['followed topics', { topic: 'followed' }],
    ['direct messages', { from: 4, to: [1] }],
    ['own messages', { from: 1 }],
    ['newer messages', { days: 0 }],
  ])('has %s before others', async (what, over) => {
    const word = `pelican${what.replaceAll(/\W/g, '')}`;
    await send('favored', `a ${word}`, { from: 3, ...over });
    await send('other', `a ${word}`, { from: 3 });
    expect(await best(word)).toEqual(['favored', 'other']);
  });

  it('has people with whom one writes before others', async () => {
    await send('greeting', 'hello', { from: 4, to: [1] });
    await send('known', 'a bustard', { from: 4 });
    await send('unknown', 'a bustard', { from: 3 });
    expect(await best('bustard')).toEqual(['known', 'unknown']);
  });

  it('finds words with a typing error when nothing else fits, and marks them', async () => {
    await send('misspelt', 'a hippopotamus');
    expect(await best('hippopotomus')).toEqual(['misspelt']);
    const { messages } = await service.read(1, {
      narrow: [narrowTo('search', 'hippopotomus')],
      sort: 'relevance',
    });
    expect(messages[0]!.match_content).toContain('<span class="highlight">hippopotamus</span>');
  });

  it.each([
    ['rechnnug quartal', 'Alle Rechnungen aus dem Quartal sind heute fertig geworden.', 'rechnung quartal'],
    [
      'Rechnugnen Buchhaltung',
      'Die Rechnung liegt seit gestern in der Buchhaltung.',
      'rechnungen Buchhaltung',
    ],
    ['relaesing yesterday', 'The version was released yesterday, as we had planned.', 'releasing yesterday'],
  ])('finds %j, which is misspelt and in another form', async (words, content, meant) => {
    await send(words, content);
    expect(await best(words)).toEqual([words]);
    const { ids: newest } = await service.read(1, { narrow: [narrowTo('search', words)] });
    expect(newest).toEqual([ids.get(words)]);
    const request = { query: words, limit: 10 };
    expect(await findSuggestions(service.ctx, request, service.scope(1))).toMatchObject({
      didYouMean: meant,
    });
  });

  it('means words as they are found, and not their stems', async () => {
    await send('stems', 'several kingfishers on the riverbank');
    const request = { query: 'kingfisher riverbnak', limit: 10 };
    expect(await findSuggestions(service.ctx, request, service.scope(1))).toMatchObject({
      didYouMean: 'kingfisher riverbank',
    });
  });

  it('has as many as were asked for, and says whether there are more', async () => {
    for (let n = 0; n < 5; n++) await send(`flamingo ${n}`, `flamingo ${n}`);
    const read = (numBefore: number) =>
      service.read(1, { narrow: [narrowTo('search', 'flamingo')], sort: 'relevance', numBefore });
    expect(await read(3)).toMatchObject({ foundOldest: false, foundNewest: true, ids: { length: 3 } });
    expect(await read(5)).toMatchObject({ foundOldest: true, ids: { length: 5 } });
  });

  it('has the newest messages first where nothing is searched for', async () => {
    const { ids: found } = await service.read(1, { narrow: [], sort: 'relevance', numBefore: 3 });
    expect(found).toEqual([...ids.values()].toSorted((a, b) => b - a).slice(0, 3));
  });

  it('has no message that the reader may not read', async () => {
    const id = await service.send(2, { channel: 9 }, { content: 'a secret cormorant' });
    expect(await best('cormorant')).toEqual([]);
    const theirs = await service.read(2, { narrow: [narrowTo('search', 'cormorant')], sort: 'relevance' });
    expect(theirs.ids).toEqual([id]);
  });

  it.each([{ anchor: 'oldest' }, { anchor: '5' }, { numAfter: 1 }, { numBefore: -1 }])(
    'refuses %j',
    async (over) => {
      await expect(best('walrus', over)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    },
  );
});

describe('what ranks a message', () => {
  it.each(['heron', 'heron ', 'hero', 'herons -egret', 'it’s', '東', '"a heron"', 'topic:birds heron'])(
    'are the places of the terms of %j in the content and, after a gap, in the topic',
    async (words) => {
      const contents = [
        'a heron',
        'herons',
        'HERON herons heronry',
        'its',
        "it's an egret",
        '東京',
        'a bird',
      ];
      const expression = parseSearch(words);
      const sent: number[] = [];
      for (const content of contents)
        sent.push(await service.send(2, { channel: 1, topic: 'heron birds' }, { content }));
      await service.ctx.searchIndex.catchUp();
      const found = await service.ctx.searchIndex.occurrences(expression, sent);
      const { terms, prefixes } = askedTerms(expression);
      for (const [index, content] of contents.entries()) {
        const ofContent = analyzeText(content).terms;
        const end = Math.max(...ofContent.flatMap(({ positions }) => positions));
        const expected = new Map<string, number[]>();
        for (const { term, positions } of ofContent) expected.set(term, [...positions]);
        for (const { term, positions } of analyzeText('heron birds').terms)
          expected.set(term, [...(expected.get(term) ?? []), ...positions.map((at) => end + 100 + at)]);
        const asked = [...expected].filter(
          ([term]) => terms.includes(term) || prefixes.some((prefix) => term.startsWith(prefix)),
        );
        const { occurrences, length } = found.get(sent[index]!)!;
        expect(new Map(occurrences)).toEqual(new Map(asked));
        expect(length).toBe(expected.size);
      }
    },
  );
});
