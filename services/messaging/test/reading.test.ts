import { sql } from '@parley/db';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { getTopics } from '../src/rpc/reading/get-topics.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

let service: TestService;

/** All messages, with the channel or people to which they were sent. */
const sent: { id: number; channel?: number; people?: number[]; topic: string; sender: number }[] = [];

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2, 3]) world.user(id);
  world.channel(1, { name: 'general' });
  world.channel(2, { name: 'design' });
  world.channel(3, { name: 'quiet' });
  for (const channel of [1, 2, 3]) world.subscribe(1, channel);
  world.subscribe(2, 1);
  world.subscribe(2, 2);
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let n = 0; n < 120; n++) {
    const sender = 1 + random(2);
    if (random(4) === 0) {
      const people = random(2) === 0 ? [1, 2] : [1, 2, 3];
      const id = await service.send(sender, { to: people });
      sent.push({ id, people, topic: '', sender });
    } else {
      const channel = 1 + random(2);
      const topic = ['lunch', 'Lunch', 'release', ''][random(4)]!;
      const id = await service.send(sender, { channel, topic });
      sent.push({ id, channel, topic, sender });
    }
  }
});

afterAll(() => service[Symbol.asyncDispose]());

/** Returns the window that a search through all messages finds, as the expected result. */
function naive(matching: number[], anchor: number, before: number, after: number, includeAnchor: boolean) {
  const older = matching.filter((id) => id < anchor);
  const newer = matching.filter((id) => id > anchor);
  const at = includeAnchor ? matching.filter((id) => id === anchor) : [];
  return {
    ids: [...older.slice(Math.max(0, older.length - before)), ...at, ...newer.slice(0, after)],
    foundOldest: older.length <= before,
    foundNewest: newer.length <= after,
    foundAnchor: at.length > 0,
  };
}

type Item = (typeof sent)[number];
const narrows: { name: string; terms: ReturnType<typeof narrowTo>[]; matches(item: Item): boolean }[] = [
  { name: 'home', terms: [], matches: () => true },
  { name: 'channel', terms: [narrowTo('channel', 1)], matches: ({ channel }) => channel === 1 },
  { name: 'stream by name', terms: [narrowTo('stream', 'DESIGN')], matches: ({ channel }) => channel === 2 },
  {
    name: 'topic',
    terms: [narrowTo('channel', 1), narrowTo('topic', 'LUNCH')],
    matches: ({ channel, topic }) => channel === 1 && topic.toLowerCase() === 'lunch',
  },
  {
    name: 'empty topic',
    terms: [narrowTo('channel', 1), narrowTo('topic', 'general chat')],
    matches: ({ channel, topic }) => channel === 1 && topic === '',
  },
  {
    name: 'dm',
    terms: [narrowTo('dm', [2])],
    matches: ({ people }) => people?.length === 2,
  },
  {
    name: 'group dm by address',
    terms: [narrowTo('pm-with', 'user2@example.com, user3@example.com')],
    matches: ({ people }) => people?.length === 3,
  },
  { name: 'all direct', terms: [narrowTo('is', 'dm')], matches: ({ people }) => people !== undefined },
  { name: 'sender', terms: [narrowTo('sender', 2)], matches: ({ sender }) => sender === 2 },
  { name: 'sender me', terms: [narrowTo('sender', 'me')], matches: ({ sender }) => sender === 1 },
  {
    name: 'not sender',
    terms: [narrowTo('sender', 'me', true)],
    matches: ({ sender }) => sender !== 1,
  },
  {
    name: 'channel but not topic',
    terms: [narrowTo('channel', 2), narrowTo('-topic', 'lunch')],
    matches: ({ channel, topic }) => channel === 2 && topic.toLowerCase() !== 'lunch',
  },
  { name: 'not channel', terms: [narrowTo('channel', 1, true)], matches: ({ channel }) => channel !== 1 },
];

describe('reading around an anchor', () => {
  it.each(narrows)('returns the same as a naive implementation: $name', async ({ terms, matches }) => {
    const matching = sent.filter(matches).map(({ id }) => id);
    const highest = sent.at(-1)!.id;
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          anchor: fc.oneof(
            fc.integer({ min: 0, max: highest + 3 }).map(String),
            fc.constantFrom('newest', 'oldest', '10000000000000000'),
          ),
          before: fc.integer({ min: 0, max: 40 }),
          after: fc.integer({ min: 0, max: 40 }),
          includeAnchor: fc.boolean(),
        }),
        async ({ anchor, before, after, includeAnchor }) => {
          const answer = await service.read(1, {
            anchor,
            narrow: terms,
            numBefore: before,
            numAfter: after,
            includeAnchor,
          });
          const at = anchor === 'newest' ? 10_000_000_000_000_000 : anchor === 'oldest' ? 0 : Number(anchor);
          const { ids, foundOldest, foundNewest, foundAnchor } = answer;
          expect({ ids, foundOldest, foundNewest, foundAnchor }).toEqual(
            naive(matching, at, before, after, includeAnchor),
          );
          expect(answer.anchor).toBe(at);
        },
      ),
      { numRuns: 25 },
    );
  });

  it.each([
    ['home', []],
    ['unread', [narrowTo('is', 'unread')]],
  ])(
    'returns the same as a naive implementation for a reader in hundreds of channels: %s',
    async (name, terms) => {
      const { world, db } = service;
      const user = name === 'home' ? 8 : 9;
      world.user(user);
      for (const channel of [1, 2]) world.subscribe(user, channel);
      for (let channel = 1_000; channel < 1_250; channel++) {
        world.channel(channel);
        world.subscribe(user, channel);
      }
      const read = sent[40]!.id;
      await db.execute(sql`
      insert into read_ranges (user_id, origin_id, ranges)
      select ${user}, origin_id, int8multirange(int8range(0, ${read}, '[]')) from origins where channel_id = 1`);
      const matching = sent
        .filter(({ id, channel }) => channel === 2 || (channel === 1 && (name === 'home' || id > read)))
        .map(({ id }) => id);
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 0, max: sent.at(-1)!.id + 3 }),
          fc.integer({ min: 0, max: 40 }),
          fc.integer({ min: 0, max: 40 }),
          async (at, before, after) => {
            const { ids, foundOldest, foundNewest, foundAnchor } = await service.read(user, {
              anchor: String(at),
              narrow: terms,
              numBefore: before,
              numAfter: after,
            });
            expect({ ids, foundOldest, foundNewest, foundAnchor }).toEqual(
              naive(matching, at, before, after, true),
            );
          },
        ),
        { numRuns: 25 },
      );
      const { anchor } = await service.read(user, { anchor: 'first_unread', narrow: terms });
      const unread = sent.filter(({ id, channel }) => channel === 2 || (channel === 1 && id > read));
      expect(anchor).toBe(unread[0]!.id);
    },
  );

  it('merges only the periods of the reader’s own history', async () => {
    const { world } = service;
    const ids = sent.map(({ id }) => id);
    const [a, b, c] = [ids[20]!, ids[60]!, ids[90]!];
    world.user(7);
    world.subscribe(7, 1, [
      [a, b],
      [c, 0],
    ]);
    const expected = sent
      .filter(({ id, channel }) => channel === 1 && ((id > a && id <= b) || id > c))
      .map(({ id }) => id);
    expect((await service.read(7, { numBefore: 5_000 })).ids).toEqual(expected);
    const half = await service.read(7, { anchor: 'oldest', numBefore: 0, numAfter: 10 });
    expect(half.ids).toEqual(expected.slice(0, 10));
  });

  it('finds the first unread message and the first one of a date', async () => {
    const { db } = service;
    const mine = sent.filter(({ sender, channel }) => sender === 2 && channel === 1);
    expect((await service.read(1, { anchor: 'first_unread', narrow: [narrowTo('channel', 1)] })).anchor).toBe(
      mine[0]!.id,
    );
    expect((await service.read(1, { anchor: 'first_unread' })).anchor).toBe(
      sent.find(({ sender }) => sender === 2)!.id,
    );
    await db.execute(sql`
      insert into read_ranges (user_id, origin_id, ranges)
      select 1, origin_id, int8multirange(int8range(0, ${mine[3]!.id}, '[]')) from origins where channel_id = 1`);
    expect((await service.read(1, { anchor: 'first_unread', narrow: [narrowTo('channel', 1)] })).anchor).toBe(
      mine[4]!.id,
    );
    await db.execute(
      sql`insert into read_floors (user_id, channel_id, message_id) values (1, 1, ${sent.at(-1)!.id})`,
    );
    const none = await service.read(1, { anchor: 'first_unread', narrow: [narrowTo('channel', 1)] });
    expect(none.anchor).toBe(10_000_000_000_000_000);
    await db.execute(sql`update messages set sent_at = '2020-01-01' where id < ${sent[50]!.id}`);
    const byDate = await service.read(1, { anchor: 'date', anchorDate: '2020-01-02' });
    expect(byDate.anchor).toBe(sent[50]!.id);
    expect((await service.read(1, { anchor: 'date', anchorDate: '2999-01-01T10:00+02:00' })).anchor).toBe(
      10_000_000_000_000_000,
    );
  });

  it('reads messages by ID, with and without a narrow', async () => {
    const ids = sent.slice(10, 20).map(({ id }) => id);
    const all = await service.read(1, { hasMessageIds: true, messageIds: [...ids, 999_999] });
    expect(all.ids).toEqual(ids);
    expect(all.anchor).toBeUndefined();
    const narrowed = await service.read(1, {
      hasMessageIds: true,
      messageIds: ids,
      narrow: [narrowTo('channel', 1)],
    });
    expect(narrowed.ids).toEqual(
      sent
        .slice(10, 20)
        .filter(({ channel }) => channel === 1)
        .map(({ id }) => id),
    );
  });

  it.each([
    ['an unknown operator', [narrowTo('colour', 'red')]],
    ['an unknown channel', [narrowTo('channel', 404)]],
    ['an unknown sender', [narrowTo('sender', 'nobody@example.com')]],
    ['an operand of the wrong kind', [narrowTo('topic', 5)]],
    ['an empty dm', [narrowTo('dm', [])]],
    ['an unknown kind', [narrowTo('is', 'blue')]],
    ['a malformed ID', [narrowTo('id', 'x')]],
  ])('refuses a narrow with %s', async (_, narrow) => {
    await expect(service.read(1, { narrow })).rejects.toMatchObject({ code: 'BAD_NARROW' });
  });

  it.each([
    [{ anchor: 'tomorrow' }],
    [{ anchor: 'date', anchorDate: 'yesterday' }],
    [{ anchor: 'date', anchorDate: '2023-02-30' }],
    [{ numBefore: 5_000, numAfter: 1 }],
    [{ numBefore: -1 }],
  ])('refuses %j', async (over) => {
    await expect(service.read(1, over)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });
});

describe('topics', () => {
  const topicsOf = async (userId: number, channelId: number, allowEmptyTopicName = true) => {
    const { topicsJson } = await getTopics(
      service.ctx,
      { channelId, allowEmptyTopicName },
      service.scope(userId),
    );
    return JSON.parse(topicsJson.toString()) as { name: string; max_id: number }[];
  };

  it('merge spellings, carry the newest spelling and message, and come most recent first', async () => {
    const newest = new Map<string, Item>();
    for (const item of sent) if (item.channel === 1) newest.set(item.topic.toLowerCase(), item);
    const expected = [...newest.values()]
      .sort((a, b) => b.id - a.id)
      .map(({ topic, id }) => ({ name: topic, max_id: id }));
    expect(await topicsOf(1, 1)).toEqual(expected);
    expect((await topicsOf(1, 1, false)).map(({ name }) => name)).toContain('general chat');
    expect(await topicsOf(1, 3)).toEqual([]);
  });

  it('include only messages that the person may read', async () => {
    const { world } = service;
    world.channel(9, { name: 'secret', inviteOnly: true, historyPublicToSubscribers: false });
    world.subscribe(1, 9);
    const before = await service.send(1, { channel: 9, topic: 'before' });
    const both = await service.send(1, { channel: 9, topic: 'both' });
    world.user(8);
    world.subscribe(8, 9, [[both, 0]]);
    const after = await service.send(1, { channel: 9, topic: 'BOTH' });
    expect(await topicsOf(8, 9)).toEqual([{ name: 'BOTH', max_id: after }]);
    expect((await topicsOf(1, 9)).map(({ max_id }) => max_id)).toEqual([after, before]);
    await expect(topicsOf(2, 9)).rejects.toThrow('Invalid channel ID');
    await expect(topicsOf(2, 404)).rejects.toThrow('Invalid channel ID');
  });
});
