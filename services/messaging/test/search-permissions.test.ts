import { sql } from '@parley/db';
import { type AnalyzedText, analyzeText, matches, parseSearch } from '@parley/search-text';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertMessages } from '../src/db/messages.ts';
import { findFiles } from '../src/rpc/reading/find-files.ts';
import { matchNarrow } from '../src/rpc/reading/match-narrow.ts';
import { findSuggestions } from '../src/rpc/searching/find-suggestions.ts';
import { newMessage } from './new-message.ts';
import { narrowTo, openTestService, roles, type TestService } from './support.ts';

/**
 * What searches find, in both orders, by ID, as topics and as files, is exactly what the same reader reads without a search and fits the
 * words. Channels of all kinds, subscriptions with gaps, guests, moves and edits are random.
 */
let service: TestService;

beforeAll(async () => {
  service = await openTestService();
});

afterAll(() => service[Symbol.asyncDispose]());

const words = ['apple', 'apples', 'bread', 'cheese', 'running', 'runs', 'Äpfel', '東京'];
const queries = [
  'apple',
  'apples -bread',
  '"bread cheese"',
  'run',
  'appel OR cheese',
  'chese',
  'cheeze',
  'äpfel',
  '東京',
  'bre',
  '-apple',
];

type Stored = { id: number; topic: string; content: string };

const fits = (query: string, { content, topic }: Stored): boolean => {
  const text: AnalyzedText = {
    terms: analyzeText(content).terms.map((each) => ({ ...each, positions: [...each.positions] })),
  };
  for (const { term, positions } of analyzeText(topic).terms)
    text.terms.push({ term, positions: positions.map((position) => position + 10_000) });
  return matches(parseSearch(query), text);
};

const channelIds = [1, 2, 3, 4];
const userIds = [1, 2, 3, 4];

const place = fc.record({
  channel: fc.constantFrom(...channelIds),
  topic: fc.constantFrom(...words, 'plan'),
});
const text = fc
  .array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 })
  .map((each) => each.join(' '));
const setting = fc.record({
  channels: fc.array(fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()), { minLength: 4, maxLength: 4 }),
  guests: fc.array(fc.boolean(), { minLength: 4, maxLength: 4 }),
  /** Numbers of messages after which each subscription begins and ends; undefined: it does not end, or there is none. */
  subscriptions: fc.array(
    fc.option(fc.tuple(fc.nat(6), fc.option(fc.nat(6), { nil: undefined })), { nil: undefined }),
    {
      minLength: 16,
      maxLength: 16,
    },
  ),
  messages: fc.array(fc.tuple(place, text, fc.boolean()), { minLength: 3, maxLength: 10 }),
  changes: fc.array(
    fc.tuple(fc.nat(9), fc.option(place, { nil: undefined }), fc.option(text, { nil: undefined })),
    {
      maxLength: 5,
    },
  ),
});

describe('what a search finds', () => {
  it('is what the reader may read and fits the words, in every answer', async () => {
    await fc.assert(
      fc.asyncProperty(setting, fc.constantFrom(...queries), async (given, query) => {
        const { db, world, ctx } = service;
        await db.execute(sql`delete from messages`);
        const base = (await db.one<{ id: number }>(sql`select last_value::int8 as id from message_ids`)).id;
        world.histories.clear();
        for (const userId of userIds)
          world.user(userId, { role: given.guests[userId - 1] ? roles.guest : roles.member });
        channelIds.forEach((id, index) => {
          const [inviteOnly, isWebPublic, shared] = given.channels[index]!;
          world.channel(id, {
            inviteOnly,
            isWebPublic: isWebPublic && !inviteOnly,
            historyPublicToSubscribers: !inviteOnly || shared,
          });
        });
        given.subscriptions.forEach((period, index) => {
          if (!period) return;
          const [after, length] = period;
          const until = length === undefined ? 0 : base + after + length + 1;
          world.subscribe(userIds[index % 4]!, channelIds[Math.floor(index / 4)]!, [[base + after, until]]);
        });
        const sent = given.messages.map(([{ channel: channelId, topic }, content, hasAttachment]) =>
          newMessage({
            channelId,
            topic,
            content,
            hasAttachment,
            renderedContent: `<p>${content}${hasAttachment ? ' <a href="/user_uploads/1/x/plan.txt">f</a>' : ''}</p>`,
          }),
        );
        const ids: number[] = [];
        for (const message of sent) ids.push((await insertMessages(db, [message]))[0]!);
        for (const [index, to, content] of given.changes) {
          const id = ids[index % ids.length]!;
          if (to)
            await db.execute(
              sql`update messages set channel_id = ${to.channel}, topic = ${to.topic} where id = ${id}`,
            );
          if (content) await db.execute(sql`update messages set content = ${content} where id = ${id}`);
        }
        const stored = new Map(
          (await db.many<Stored>(sql`select id, topic, content from messages`)).map((each) => [
            each.id,
            each,
          ]),
        );
        for (const userId of userIds) {
          for (const narrow of [[], [narrowTo('channels', 'public')], [narrowTo('channel', 1)]]) {
            const read = async (over: object) =>
              (
                await service.read(userId, { narrow: [...narrow], ...over }).catch((error) => {
                  if (error.code === 'BAD_NARROW') return { ids: [] };
                  throw error;
                })
              ).ids;
            const readable = await read({});
            const expected = readable.filter((id) => fits(query, stored.get(id)!));
            const searching = { narrow: [...narrow, narrowTo('search', query)] };
            const found = await read(searching);
            const best = await read({ ...searching, sort: 'relevance' });
            expect([...best].sort((a, b) => a - b)).toEqual(found);
            // Without an exact match, words with a typing error count, among what the reader may read.
            if (expected.length > 0) expect(found).toEqual(expected);
            else expect(readable).toEqual(expect.arrayContaining(found));
            if (narrow.length > 0) continue;
            const request = { messageIds: ids, narrow: searching.narrow };
            const { messagesJson } = await matchNarrow(ctx, request, service.scope(userId));
            const byId = await read({ hasMessageIds: true, messageIds: ids, numBefore: 0 });
            const matching = Object.keys(JSON.parse(messagesJson.toString())).map(Number);
            if (expected.length > 0)
              expect(matching).toEqual(byId.filter((id) => fits(query, stored.get(id)!)));
            else expect(byId).toEqual(expect.arrayContaining(matching));
            const { topics } = await findSuggestions(ctx, { query, limit: 50 }, service.scope(userId));
            for (const { maxId } of topics) expect(found).toContain(maxId);
            const { files } = await findFiles(ctx, { query, limit: 50, page: '' }, service.scope(userId));
            for (const { messageId } of files) expect(readable).toContain(messageId);
          }
        }
      }),
      { numRuns: process.env.PARLEY_RANDOM_CASES === 'many' ? 100 : 15 },
    );
  });
});
