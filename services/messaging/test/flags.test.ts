import { sql } from '@parley/db';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cover } from '../src/db/coverage.ts';
import { ownSightOf, readerOf } from '../src/reading/reader.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { markAsRead } from '../src/rpc/mark-as-read.ts';
import { updateFlags } from '../src/rpc/update-flags.ts';
import { updateFlagsInNarrow } from '../src/rpc/update-flags-in-narrow.ts';
import { type Bench, callOf, narrowTo, openBench } from './support.ts';

let bench: Bench;
const reader = 1;

beforeAll(async () => {
  bench = await openBench();
  const { world } = bench;
  for (const id of [1, 2, 3]) world.user(id);
  for (const id of [1, 2, 3, 4]) world.channel(id);
});

afterAll(() => bench[Symbol.asyncDispose]());

const flag = (messageIds: number[], op: 'add' | 'remove', name = 'read', userId = reader) =>
  updateFlags(bench.ctx, { messageIds, op, flag: name }, callOf(userId));

const mark = (channelId?: number, topic?: string) =>
  markAsRead(bench.ctx, { channelId, topic }, callOf(reader));

async function unreadIds(): Promise<number[]> {
  const { state } = await getInitialState(
    bench.ctx,
    {
      options: InitialStateOptions.create({ fetchEventTypes: ['message', 'update_message_flags'] }),
      histories: [...(bench.world.histories.get(reader)?.values() ?? [])],
    },
    callOf(reader),
  );
  const { unread_msgs: unread } = JSON.parse(state!.fieldsJson.toString());
  return [...unread.streams, ...unread.pms, ...unread.huddles]
    .flatMap(({ unread_message_ids: ids }: { unread_message_ids: number[] }) => ids)
    .sort((a, b) => a - b);
}

const rangesOf = async (userId: number): Promise<string[]> => {
  const rows = await bench.db.many<{ ranges: string }>(
    sql`select ranges::text as ranges from read_ranges where user_id = ${userId} order by origin_id`,
  );
  return rows.map(({ ranges }) => ranges);
};

describe('flags', () => {
  it('change what the caller sees, and nobody else', async () => {
    const { world } = bench;
    for (const user of [1, 2, 3]) world.subscribe(user, 4);
    const [a, b] = [await bench.send(3, { channel: 4 }), await bench.send(3, { channel: 4 })];
    expect(await flag([a, b], 'add', 'starred')).toEqual({ messageIds: [a, b], ignoredChannelIds: [] });
    expect(await flag([a, b], 'add', 'starred')).toMatchObject({ messageIds: [] });
    expect(await flag([b], 'add', 'collapsed')).toMatchObject({ messageIds: [b] });
    expect(await flag([b], 'remove', 'starred')).toMatchObject({ messageIds: [b] });
    expect(await flag([a], 'add')).toMatchObject({ messageIds: [a] });
    const flagsOf = async (userId: number) => {
      const { messages } = await bench.read(userId, { hasMessageIds: true, messageIds: [a, b] });
      return messages.map(({ flags }) => flags);
    };
    expect(await flagsOf(1)).toEqual([['read', 'starred'], ['collapsed']]);
    expect(await flagsOf(2)).toEqual([[], []]);
    await mark();
  });

  it('refuse what is not there, not the caller’s, or not a flag to set', async () => {
    const hidden = await bench.send(2, { to: [3] });
    await expect(flag([hidden], 'add')).rejects.toMatchObject({ message: 'Invalid message(s)' });
    await expect(flag([99_999_999], 'add')).rejects.toMatchObject({ message: 'Invalid message(s)' });
    await expect(flag([], 'add', 'mentioned')).rejects.toMatchObject({ message: /not editable/ });
    await expect(flag([], 'add', 'nice')).rejects.toMatchObject({ message: /Invalid flag/ });
    await expect(mark(999)).rejects.toMatchObject({ message: 'Invalid channel ID' });
    await expect(mark(4, 'nowhere')).rejects.toMatchObject({ message: "No such topic 'nowhere'" });
  });

  it('make one range of what is read one by one, in any order', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) {
      ids.push(await bench.send(2, { channel: 4, topic: 'one' }));
      await bench.send(2, { channel: 4, topic: 'other' });
    }
    const own = await bench.send(3, { channel: 4, topic: 'one' });
    const last = await bench.send(2, { channel: 4, topic: 'one' });
    const before = await rangesOf(3);
    for (const id of [ids[1]!, ids[0]!, ids[3]!, ids[2]!, ids[5]!, ids[4]!, last]) {
      await flag([id], 'add', 'read', 3);
    }
    const added = (await rangesOf(3)).filter((ranges) => !before.includes(ranges));
    expect(added).toEqual([`{[0,${last + 1})}`]);
    expect(own).toBeLessThan(last);
  });

  it('of a narrow say what was processed', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push(await bench.send(2, { channel: 4, topic: 'narrow' }));
    const request = {
      anchor: String(ids[2]),
      includeAnchor: true,
      anchorDate: '',
      numBefore: 1,
      numAfter: 5,
      narrow: [narrowTo('channel', 4), narrowTo('topic', 'narrow')],
      op: 'add',
      flag: 'read',
    };
    expect(await updateFlagsInNarrow(bench.ctx, request, callOf(reader))).toEqual({
      processedCount: 4,
      updatedCount: 4,
      firstProcessedId: ids[1],
      lastProcessedId: ids[4],
      foundOldest: false,
      foundNewest: true,
      ignoredChannelIds: [],
    });
    const again = await updateFlagsInNarrow(bench.ctx, request, callOf(reader));
    expect(again).toMatchObject({ processedCount: 4, updatedCount: 0 });
  });

  it('leave messages of channels the caller left as they are', async () => {
    const { world } = bench;
    const id = await bench.send(2, { channel: 4, topic: 'left' });
    await flag([id], 'add');
    world.subscribe(reader, 4, [[0, id]]);
    expect(await flag([id], 'remove')).toEqual({ messageIds: [], ignoredChannelIds: [4] });
    world.histories.get(reader)!.delete(4);
  });
});

type Model = {
  id: number;
  place: number;
  topic: string;
  originChannel: number;
  read: boolean;
};

/** Periods of the reader: everywhere from the start, in channel 3 from a point on. */
const place = fc.constantFrom(1, 2, 3, 0);
const topicName = fc.constantFrom('x', 'y');
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('send' as const), place, topic: topicName, own: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('flag' as const),
      op: fc.constantFrom('add' as const, 'remove' as const),
      from: fc.nat(40),
      count: fc.integer({ min: 1, max: 8 }),
      every: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('topic' as const), place, topic: topicName }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('channel' as const), place }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'all' as const }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('move' as const), index: fc.nat(40), place, topic: topicName }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), index: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'cover' as const }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

describe('unread messages', () => {
  it('equal a naive recount after sending, reading, unreading, moving, deleting and covering', async () => {
    const { db, world, ctx } = bench;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        for (const table of ['ranges', 'floors', 'coverage', 'flags', 'messages'] as const)
          await clear(table);
        let all: Model[] = [];
        const start = await bench.send(2, { channel: 3, topic: 'x' });
        all.push({ id: start, place: 3, topic: 'x', originChannel: 3, read: false });
        world.histories.set(reader, new Map());
        world.subscribe(reader, 1);
        world.subscribe(reader, 2);
        world.subscribe(reader, 3, [[start, 0]]);
        const mine = ({ place: where, id }: Model) => where !== 3 || id > start;
        for (const one of steps) await apply(one);
        const expected = all.filter((message) => mine(message) && !message.read).map(({ id }) => id);
        expect(await unreadIds()).toEqual(expected);
        const shown = await bench.read(reader, { numBefore: 5_000 });
        const unread = shown.messages.filter(({ flags }) => !(flags as string[]).includes('read'));
        expect(unread.map(({ id }) => id)).toEqual(expected);
        const first = await bench.read(reader, { anchor: 'first_unread', numBefore: 0 });
        expect(first.anchor).toBe(expected[0] ?? 10_000_000_000_000_000);

        async function apply(one: Step): Promise<void> {
          switch (one.kind) {
            case 'send': {
              const to =
                one.place === 0 ? { to: [one.own ? 2 : reader] } : { channel: one.place, topic: one.topic };
              const id = await bench.send(one.own ? reader : 2, to);
              const topic = one.place === 0 ? '' : one.topic;
              all.push({ id, place: one.place, topic, originChannel: one.place, read: one.own });
              return;
            }
            case 'flag': {
              const chosen = all.filter(
                (_, n) => n >= one.from && n < one.from + one.count && n % one.every === 0,
              );
              await flag(
                chosen.map(({ id }) => id),
                one.op,
              );
              for (const message of chosen) if (mine(message)) message.read = one.op === 'add';
              return;
            }
            case 'topic': {
              const there = all.filter(
                (message) => message.place === one.place && message.topic === one.topic,
              );
              if (one.place === 0 || there.length === 0) return;
              await mark(one.place, one.topic);
              for (const message of there) if (mine(message)) message.read = true;
              return;
            }
            case 'channel': {
              if (one.place === 0) return;
              await mark(one.place);
              for (const message of all)
                if (message.place === one.place && mine(message)) message.read = true;
              return;
            }
            case 'all':
              await mark();
              for (const message of all) if (mine(message)) message.read = true;
              return;
            case 'move': {
              const message = all[one.index];
              // What was out of sight comes into it unread: only what a floor took along is read.
              if (!message || message.place === 0 || one.place === 0 || message.id === start) return;
              await db.execute(sql`
                update messages set channel_id = ${one.place}, topic = ${one.topic} where id = ${message.id}`);
              Object.assign(message, { place: one.place, topic: one.topic });
              return;
            }
            case 'delete': {
              const message = all[one.index];
              if (!message) return;
              await db.execute(sql`delete from messages where id = ${message.id}`);
              all = all.filter((each) => each !== message);
              return;
            }
            case 'cover': {
              const user = await readerOf(ctx, world.users.get(reader)!, callOf(reader));
              await cover(db, reader, await ownSightOf(ctx, user, callOf(reader)), { worthNoting: 1 });
            }
          }
        }
      }),
      { numRuns: 25 },
    );
  }, 60_000);
});

async function clear(table: 'ranges' | 'floors' | 'coverage' | 'flags' | 'messages'): Promise<void> {
  const statements = {
    ranges: sql`delete from read_ranges`,
    floors: sql`delete from read_floors`,
    coverage: sql`delete from read_coverage`,
    flags: sql`delete from personal_flags`,
    messages: sql`delete from messages`,
  };
  await bench.db.execute(statements[table]);
}
