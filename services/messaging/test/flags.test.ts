import { ParleyError } from '@parley/core';
import { sql } from '@parley/db';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadReader, loadUnreadScope } from '../src/access/reader.ts';
import { recordCoverage } from '../src/db/read-state/coverage.ts';
import { findReaders } from '../src/db/read-state/receipts.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { markAsRead } from '../src/rpc/read-state/mark-as-read.ts';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { updateFlagsInNarrow } from '../src/rpc/read-state/update-flags-in-narrow.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

let service: TestService;
const reader = 1;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2, 3]) world.user(id);
  for (const id of [1, 2, 3, 4]) world.channel(id);
});

afterAll(() => service[Symbol.asyncDispose]());

const flag = (messageIds: number[], op: 'add' | 'remove', name = 'read', userId = reader) =>
  updateFlags(service.ctx, { messageIds, op, flag: name }, service.scope(userId));

const mark = (channelId?: number, topic?: string) =>
  markAsRead(service.ctx, { channelId, topic }, service.scope(reader));

async function unreadIds(): Promise<number[]> {
  const { state } = await getInitialState(
    service.ctx,
    {
      options: InitialStateOptions.create({ fetchEventTypes: ['message', 'update_message_flags'] }),
      histories: [...(service.world.histories.get(reader)?.values() ?? [])],
    },
    service.scope(reader),
  );
  const { unread_msgs: unread } = JSON.parse(state!.fieldsJson.toString());
  return [...unread.streams, ...unread.pms, ...unread.huddles]
    .flatMap(({ unread_message_ids: ids }: { unread_message_ids: number[] }) => ids)
    .sort((a, b) => a - b);
}

const rangesOf = async (userId: number): Promise<string[]> => {
  const rows = await service.db.many<{ ranges: string }>(
    sql`select ranges::text as ranges from read_ranges where user_id = ${userId} order by origin_id`,
  );
  return rows.map(({ ranges }) => ranges);
};

describe('tens of thousands of messages', () => {
  it('are marked read with one range per conversation, or not at all when one of them is not readable', async () => {
    const { world, db } = service;
    world.user(11);
    world.channel(21);
    world.channel(22); // A public channel to which the reader is not subscribed.
    world.channel(23, { inviteOnly: true });
    world.subscribe(11, 21);
    const insert = async (channel: number, count: number) => {
      const rows = await db.many<{ id: number }>(sql`
        with origin as (
          insert into origins (channel_id, topic_key) values (${channel}, 'many') returning origin_id)
        insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content,
          rendered_content, renderer_version, sent_at, client, send_key, read_by_sender)
        select nextval('message_ids'), 2, ${channel}, 'many', origin_id, ${channel}, 'x', 'x', 1, now(), 'test',
               gen_random_uuid(), true
          from origin, generate_series(1, ${count}) returning id`);
      return rows.map(({ id }) => id).sort((a, b) => a - b);
    };
    const mine = await insert(21, 1_500);
    const [elsewhere] = await insert(22, 1);
    const [secret] = await insert(23, 1);
    for (const unseen of [secret!, mine.at(-1)! + 1_000_000]) {
      await expect(flag([...mine, unseen], 'add', 'read', 11)).rejects.toMatchObject({
        message: 'Invalid message(s)',
      });
      expect(await rangesOf(11)).toEqual([]);
    }
    const kept = mine[700]!;
    const some = mine.filter((id) => id !== kept);
    const { messageIds } = await flag([...some, elsewhere!], 'add', 'read', 11);
    expect(messageIds).toEqual(some); // Only messages of subscribed channels can be unread.
    expect(await rangesOf(11)).toEqual([`{[0,${kept}),[${kept + 1},${mine.at(-1)! + 1})}`]);
    expect((await flag(mine, 'add', 'read', 11)).messageIds).toEqual([kept]);
    expect(await rangesOf(11)).toEqual([`{[0,${mine.at(-1)! + 1})}`]);
  });
});

describe('flags', () => {
  it('change for the caller and for no other person', async () => {
    const { world } = service;
    for (const user of [1, 2, 3]) world.subscribe(user, 4);
    const [a, b] = [await service.send(3, { channel: 4 }), await service.send(3, { channel: 4 })];
    expect(await flag([a, b], 'add', 'starred')).toEqual({ messageIds: [a, b], ignoredChannelIds: [] });
    expect(await flag([a, b], 'add', 'starred')).toMatchObject({ messageIds: [] });
    expect(await flag([b], 'add', 'collapsed')).toMatchObject({ messageIds: [b] });
    expect(await flag([b], 'remove', 'starred')).toMatchObject({ messageIds: [b] });
    expect(await flag([a], 'add')).toMatchObject({ messageIds: [a] });
    const findMessageFlags = async (userId: number) => {
      const { messages } = await service.read(userId, { hasMessageIds: true, messageIds: [a, b] });
      return messages.map(({ flags }) => flags);
    };
    expect(await findMessageFlags(1)).toEqual([['read', 'starred'], ['collapsed']]);
    expect(await findMessageFlags(2)).toEqual([[], []]);
    await mark();
  });

  it('are refused on unknown and unreadable messages, and for flags that the server sets', async () => {
    const hidden = await service.send(2, { to: [3] });
    await expect(flag([hidden], 'add')).rejects.toMatchObject({ message: 'Invalid message(s)' });
    await expect(flag([99_999_999], 'add')).rejects.toMatchObject({ message: 'Invalid message(s)' });
    await expect(flag([], 'add', 'mentioned')).rejects.toMatchObject({ message: /not editable/ });
    await expect(flag([], 'add', 'nice')).rejects.toMatchObject({ message: /Invalid flag/ });
    await expect(mark(999)).rejects.toMatchObject({ message: 'Invalid channel ID' });
    await expect(mark(4, 'nowhere')).rejects.toMatchObject({ message: "No such topic 'nowhere'" });
    // A person who knows that a channel exists does not necessarily know its topics.
    const { world } = service;
    world.user(90, { role: 200 });
    world.channel(91, { inviteOnly: true, historyPublicToSubscribers: false });
    world.subscribe(2, 91);
    const secret = await service.send(2, { channel: 91, topic: 'secret' });
    const guess = (userId: number) =>
      markAsRead(service.ctx, { channelId: 91, topic: ' Secret ' }, service.scope(userId));
    await expect(guess(90)).rejects.toMatchObject({ message: "No such topic ' Secret '" });
    world.subscribe(90, 91, [[secret, 0]]);
    await expect(guess(90)).rejects.toMatchObject({ message: "No such topic ' Secret '" });
    await guess(2);
  });

  it('accept each name of the empty topic', async () => {
    for (const name of ['', '(no topic)', 'general chat']) {
      const id = await service.send(2, { channel: 4, topic: '' });
      expect(await unreadIds()).toContain(id);
      await mark(4, name);
      expect(await unreadIds()).not.toContain(id);
    }
  });

  it('form one range when messages are read one by one, in any order', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) {
      ids.push(await service.send(2, { channel: 4, topic: 'one' }));
      await service.send(2, { channel: 4, topic: 'other' });
    }
    const own = await service.send(3, { channel: 4, topic: 'one' });
    const last = await service.send(2, { channel: 4, topic: 'one' });
    const before = await rangesOf(3);
    for (const id of [ids[1]!, ids[0]!, ids[3]!, ids[2]!, ids[5]!, ids[4]!, last]) {
      await flag([id], 'add', 'read', 3);
    }
    const added = (await rangesOf(3)).filter((ranges) => !before.includes(ranges));
    expect(added).toEqual([`{[0,${last + 1})}`]);
    expect(own).toBeLessThan(last);
  });

  it('in a narrow return the number of processed messages', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 5; n++) ids.push(await service.send(2, { channel: 4, topic: 'narrow' }));
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
    expect(await updateFlagsInNarrow(service.ctx, request, service.scope(reader))).toEqual({
      processedCount: 4,
      updatedCount: 4,
      firstProcessedId: ids[1],
      lastProcessedId: ids[4],
      foundOldest: false,
      foundNewest: true,
      ignoredChannelIds: [],
    });
    const again = await updateFlagsInNarrow(service.ctx, request, service.scope(reader));
    expect(again).toMatchObject({ processedCount: 4, updatedCount: 0 });
  });

  it('do not change on messages of channels that the caller unsubscribed from', async () => {
    const { world } = service;
    const id = await service.send(2, { channel: 4, topic: 'left' });
    await flag([id], 'add');
    world.subscribe(reader, 4, [[0, id]]);
    expect(await flag([id], 'remove')).toEqual({ messageIds: [], ignoredChannelIds: [4] });
    world.histories.get(reader)!.delete(4);
  });
});

type Model = { id: number; place: number; topic: string; read: boolean };

/** The place of a message: channel 1, 2 or 3; 0 stands for direct messages. */
const place = fc.constantFrom(1, 2, 3, 0);
const channel = fc.constantFrom(1, 2, 3);
const topicName = fc.constantFrom('x', 'y');
const kind = <const K extends string>(name: K) => fc.constant(name);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: kind('send'), place, topic: topicName, own: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('flag'),
      op: fc.constantFrom('add' as const, 'remove' as const),
      from: fc.nat(40),
      count: fc.integer({ min: 1, max: 8 }),
      every: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: kind('topic'), place: channel, topic: topicName }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('channel'), place: channel }) },
  { weight: 1, arbitrary: fc.record({ kind: kind('all') }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('leave'), place: channel }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('join'), place: channel }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: kind('move'), index: fc.nat(40), place: channel, topic: topicName }),
  },
  { weight: 1, arbitrary: fc.record({ kind: kind('delete'), index: fc.nat(40) }) },
  { weight: 2, arbitrary: fc.record({ kind: kind('cover') }) },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const boundary = async (): Promise<number> =>
  (await service.db.one<{ id: number }>(sql`select take_boundary() as id`)).id;

/** Changes the reader's subscription as the service `channel` does. */
async function join(where: number): Promise<void> {
  const known = service.world.histories.get(reader)?.get(where);
  if (known?.isSubscribed) return;
  const before = known?.periods.map((each) => [each.afterMessageId, each.untilMessageId] as [number, number]);
  service.world.subscribe(reader, where, [...(before ?? []), [await boundary(), 0]]);
}

async function leave(where: number): Promise<void> {
  const known = service.world.histories.get(reader)?.get(where);
  if (!known?.isSubscribed) return;
  const until = await boundary();
  const periods = known.periods.map(
    (each) => [each.afterMessageId, each.untilMessageId || until] as [number, number],
  );
  service.world.subscribe(reader, where, periods);
}

async function recordReadCoverage(): Promise<void> {
  const { world } = service;
  const user = await loadReader(world.users.get(reader)!, service.scope(reader));
  const scope = await loadUnreadScope(user, service.scope(reader));
  await recordCoverage(service.db, reader, scope, { minReads: 1 });
}

async function reset(): Promise<void> {
  for (const table of ['ranges', 'floors', 'coverage', 'flags', 'messages'] as const) await clear(table);
  service.world.histories.set(reader, new Map());
  for (const where of [1, 2, 3]) await join(where);
}

/** Checks that every operation that returns unread messages returns the expected ones. */
async function expectUnread(expected: readonly number[], all: readonly number[]): Promise<void> {
  expect(await unreadIds()).toEqual(expected);
  const listed = await service.read(reader, { narrow: [narrowTo('is', 'unread')], numBefore: 5_000 });
  expect(listed.ids).toEqual(expected);
  const shown = await service.read(reader, { hasMessageIds: true, messageIds: [...all] });
  const unread = shown.messages.filter(({ flags }) => !(flags as string[]).includes('read'));
  expect(unread.map(({ id }) => id)).toEqual(expected);
  const rest = { hasMessageIds: true, messageIds: [...all], narrow: [narrowTo('is', 'unread', true)] };
  expect((await service.read(reader, rest)).ids).toEqual(shown.ids.filter((id) => !expected.includes(id)));
  const first = await service.read(reader, { anchor: 'first_unread', numBefore: 0 });
  expect(first.anchor).toBe(expected[0] ?? 10_000_000_000_000_000);
}

describe('unread messages', () => {
  it('equal a naive recount after sending, reading, unreading, leaving, joining, moving, deleting and recording of read ranges', async () => {
    const { db, world } = service;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
        await reset();
        let all: Model[] = [];
        const since = (where: number): number | undefined => {
          const known = world.histories.get(reader)?.get(where);
          return known?.isSubscribed ? known.periods.at(-1)!.afterMessageId : undefined;
        };
        const isNew = (id: number, where: number) => id > (since(where) ?? Number.POSITIVE_INFINITY);
        const markWhere = (where: (message: Model) => boolean, read: boolean) => {
          for (const message of all) if (where(message)) message.read = read;
        };
        for (const one of steps) await apply(one);
        const expected = all.filter(({ read }) => !read).map(({ id }) => id);
        await expectUnread(
          expected,
          all.map(({ id }) => id),
        );

        async function apply(one: Step): Promise<unknown> {
          switch (one.kind) {
            case 'send': {
              const to =
                one.place === 0 ? { to: [one.own ? 2 : reader] } : { channel: one.place, topic: one.topic };
              const id = await service.send(one.own ? reader : 2, to);
              const topic = one.place === 0 ? '' : one.topic;
              const isRead = one.own || (one.place !== 0 && since(one.place) === undefined);
              return all.push({ id, place: one.place, topic, read: isRead });
            }
            case 'flag': {
              const chosen = all
                .filter((_, n) => n >= one.from && n < one.from + one.count && n % one.every === 0)
                .map(({ id }) => id);
              await flag(chosen, one.op);
              // The model marks messages of subscribed channels, also from before the subscription, and no others.
              const counts = (where: number) => where === 0 || since(where) !== undefined;
              return markWhere(({ id, place: at }) => chosen.includes(id) && counts(at), one.op === 'add');
            }
            case 'topic':
              if (!all.some((message) => message.place === one.place && message.topic === one.topic)) return;
              await mark(one.place, one.topic);
              return markWhere((message) => message.place === one.place && message.topic === one.topic, true);
            case 'channel':
              await mark(one.place);
              return markWhere((message) => message.place === one.place, true);
            case 'all':
              await mark();
              return markWhere(() => true, true);
            case 'leave':
              await leave(one.place);
              return markWhere((message) => message.place === one.place, true);
            case 'join':
              return await join(one.place);
            case 'move': {
              const message = all[one.index];
              // The model does not cover moves of old messages: a message that was unread when a subscription ended becomes
              // unread again unless a watermark includes it.
              if (!message || message.place === 0 || !isNew(message.id, message.place)) return;
              if (!isNew(message.id, one.place)) return;
              await db.execute(sql`
                update messages set channel_id = ${one.place}, topic = ${one.topic} where id = ${message.id}`);
              return Object.assign(message, { place: one.place, topic: one.topic });
            }
            case 'delete': {
              const message = all[one.index];
              if (!message) return;
              await db.execute(sql`delete from messages where id = ${message.id}`);
              all = all.filter((each) => each !== message);
              return;
            }
            case 'cover':
              return await recordReadCoverage();
          }
        }
      }),
      { numRuns: 30 },
    );
  });

  it('equal a recount of the stored data after many people made such changes concurrently', async () => {
    const { db, world } = service;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60 }), async (steps) => {
        await reset();
        const known: number[] = [];
        await Promise.all(steps.map((one) => apply(one).catch(ignoreRefusal)));
        const rows = await db.many<StoredMessage>(sql`
          select m.id, m.channel_id as "channelId", m.sender_id = ${reader} and m.read_by_sender as "isOwn",
                 coalesce(r.ranges @> m.id, false) or coalesce(l.message_id >= m.id, false) as "isRead",
                 case when f.flags & 16 <> 0 then f.kept_at end as "markedUnreadAt"
            from messages m
            left join read_ranges r on r.user_id = ${reader} and r.origin_id = m.origin_id
            left join read_floors l on l.user_id = ${reader} and l.channel_id = coalesce(m.origin_channel_id, 0)
            left join personal_flags f on f.user_id = ${reader} and f.message_id = m.id
           order by m.id`);
        const expected = rows.filter(isUnreadRow).map(({ id }) => id);
        await expectUnread(
          expected,
          rows.map(({ id }) => id),
        );

        async function apply(one: Step): Promise<unknown> {
          const some = known.slice(-3);
          switch (one.kind) {
            case 'send': {
              const to =
                one.place === 0 ? { to: [one.own ? 2 : reader] } : { channel: one.place, topic: one.topic };
              return known.push(await service.send(one.own ? reader : 2, to));
            }
            case 'flag':
              return await flag(some.length > 0 ? some : known.slice(0, 1), one.op);
            case 'topic':
              return await mark(one.place, one.topic);
            case 'channel':
              return await mark(one.place);
            case 'all':
              return await mark();
            case 'leave':
              return await leave(one.place);
            case 'join':
              return await join(one.place);
            case 'move':
              return await db.execute(sql`
                update messages set channel_id = ${one.place}, topic = ${one.topic}
                 where id = (select max(id) from messages where channel_id <> ${one.place})`);
            case 'delete':
              return await db.execute(sql`delete from messages where id = (select max(id) from messages)`);
            case 'cover':
              return await recordReadCoverage();
          }
        }

        function isUnreadRow({ id, channelId, isOwn, isRead, markedUnreadAt }: StoredMessage): boolean {
          if (channelId === null) return markedUnreadAt !== null || !(isOwn || isRead);
          const history = world.histories.get(reader)?.get(channelId);
          if (!history?.isSubscribed) return false;
          const { afterMessageId: after } = history.periods.at(-1)!;
          return (markedUnreadAt ?? 0) > after || (id > after && !(isOwn || isRead));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('in a channel are zero after unsubscribing, and after subscribing again', async () => {
    await reset();
    const [one, two] = [await service.send(2, { channel: 1 }), await service.send(2, { channel: 1 })];
    await flag([one], 'add');
    await flag([one], 'remove');
    expect(await unreadIds()).toEqual([one, two]);
    await leave(1);
    expect(await unreadIds()).toEqual([]);
    const between = await service.send(2, { channel: 1 });
    await join(1);
    const after = await service.send(2, { channel: 1 });
    await expectUnread([after], [one, two, between, after]);
    // Unsubscribing does not count as reading for read receipts.
    expect(await findReaders(service.db, two)).toEqual([]);
    // Messages from the former subscription and from before it can be marked unread.
    expect(await flag([one, between], 'remove')).toEqual({
      messageIds: [one, between],
      ignoredChannelIds: [],
    });
    await expectUnread([one, between, after], [one, two, between, after]);
    await service.db.execute(sql`delete from messages where id = ${between}`);
    expect(await unreadIds()).toEqual([one, after]);
    await mark(1);
    expect(await unreadIds()).toEqual([]);
  });

  it('include none from before the subscription where the channel has protected history', async () => {
    const { world } = service;
    await reset();
    const before = await service.send(2, { channel: 2 });
    await leave(2);
    await join(2);
    expect(await flag([before], 'remove')).toMatchObject({ messageIds: [before] });
    world.channel(2, { inviteOnly: true, historyPublicToSubscribers: false });
    world.histories.get(reader)!.delete(2);
    await join(2);
    expect(await unreadIds()).toEqual([]);
    await expect(flag([before], 'remove')).rejects.toMatchObject({ message: 'Invalid message(s)' });
    world.channel(2);
  });
});

type StoredMessage = {
  id: number;
  channelId: number | null;
  isOwn: boolean;
  isRead: boolean;
  markedUnreadAt: number | null;
};

/** Ignores BAD_REQUEST: a concurrent step may have deleted or moved the step's message. Throws any other error. */
function ignoreRefusal(error: unknown): void {
  if (!(error instanceof ParleyError) || error.code !== 'BAD_REQUEST') throw error;
}

async function clear(table: 'ranges' | 'floors' | 'coverage' | 'flags' | 'messages'): Promise<void> {
  const statements = {
    ranges: sql`delete from read_ranges`,
    floors: sql`delete from read_floors`,
    coverage: sql`delete from read_coverage`,
    flags: sql`delete from personal_flags`,
    messages: sql`delete from messages`,
  };
  await service.db.execute(statements[table]);
}
