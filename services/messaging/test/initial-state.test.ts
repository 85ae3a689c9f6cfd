import { sql } from '@parley/db';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { moveMessages } from '../src/db/changing/edits.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { openTestService, type TestService } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2, 3]) world.user(id);
  for (const id of [1, 2, 3]) world.channel(id);
});

afterAll(() => service[Symbol.asyncDispose]());

type Unread = {
  count: number;
  pms: { other_user_id: number; sender_id: number; unread_message_ids: number[] }[];
  huddles: { user_ids_string: string; unread_message_ids: number[] }[];
  streams: { stream_id: number; topic: string; unread_message_ids: number[] }[];
  mentions: number[];
  old_unreads_missing: boolean;
};

async function stateOf(userId: number, types: string[]) {
  const { state } = await getInitialState(
    service.ctx,
    {
      options: InitialStateOptions.create({ fetchEventTypes: types, capabilities: ['empty_topic_name'] }),
      histories: [...(service.world.histories.get(userId)?.values() ?? [])],
    },
    service.scope(userId),
  );
  return {
    fields: JSON.parse(state!.fieldsJson.toString()) as {
      unread_msgs: Unread;
      max_message_id: number;
      recent_private_conversations: { user_ids: number[]; max_message_id: number }[];
    },
    snapshot: state!.snapshot!,
  };
}

describe('register', () => {
  it('lists unread messages by topic and conversation, with the older field names', async () => {
    const { world } = service;
    world.subscribe(1, 1);
    world.subscribe(1, 2, [[0, 0]], true);
    const a = await service.send(2, { channel: 1, topic: 'lunch' }, { content: '@**User 1**' });
    const b = await service.send(2, { channel: 1, topic: 'Lunch' });
    const muted = await service.send(2, { channel: 2, topic: '' }, { content: '@**all** look' });
    await service.send(2, { channel: 3 });
    await service.send(1, { channel: 1 });
    const dm = await service.send(2, { to: [1] });
    const group = await service.send(2, { to: [1, 3] });
    const own = await service.send(1, { to: [1] }, { readBySender: false });
    const { fields, snapshot } = await stateOf(1, [
      'message',
      'update_message_flags',
      'recent_private_conversations',
    ]);
    expect(fields.unread_msgs).toEqual({
      count: 5,
      pms: [
        { other_user_id: 2, sender_id: 2, unread_message_ids: [dm] },
        { other_user_id: 1, sender_id: 1, unread_message_ids: [own] },
      ],
      huddles: [{ user_ids_string: '1,2,3', unread_message_ids: [group] }],
      streams: [
        { stream_id: 1, topic: 'Lunch', unread_message_ids: [a, b] },
        { stream_id: 2, topic: '', unread_message_ids: [muted] },
      ],
      mentions: [a, muted],
      old_unreads_missing: false,
    });
    expect(fields.max_message_id).toBe(own);
    expect(fields.recent_private_conversations).toEqual([
      { user_ids: [], max_message_id: own },
      { user_ids: [2, 3], max_message_id: group },
      { user_ids: [2], max_message_id: dm },
    ]);
    expect(snapshot.xmax).toBeGreaterThan(0);
  });

  it('lists moved and edited messages in their current place, with their current mentions', async () => {
    const { world, db } = service;
    world.user(4);
    world.subscribe(4, 1);
    world.subscribe(4, 3);
    const send = () => service.send(2, { channel: 1, topic: 'plan' });
    const [stays, renamed, moved, edited] = [await send(), await send(), await send(), await send()];
    await db.tx((tx) =>
      moveMessages(
        tx,
        [renamed],
        { channelId: 1, topic: '✔ plan' },
        { editorId: 2, at: 1_700_000_000, isMove: false },
      ),
    );
    await db.tx((tx) =>
      moveMessages(
        tx,
        [moved],
        { channelId: 3, topic: 'Plan' },
        { editorId: 2, at: 1_700_000_000, isMove: true },
      ),
    );
    await db.execute(
      sql`update messages set mentions_channel = true, edit_history = '[{}]' where id = ${edited}`,
    );
    await db.execute(sql`
      insert into read_ranges (user_id, origin_id, ranges)
      select 4, origin_id, int8multirange(int8range(0, ${stays}, '()')) from origins where channel_id = 1`);
    const { unread_msgs } = (await stateOf(4, ['message', 'update_message_flags'])).fields;
    const listed = unread_msgs.streams
      .map(({ stream_id, topic, unread_message_ids }) => [
        stream_id,
        topic,
        unread_message_ids.filter((id) => id >= stays),
      ])
      .filter(([, , ids]) => (ids as number[]).length > 0);
    expect(listed).toEqual(
      expect.arrayContaining([
        [1, '✔ plan', [renamed]],
        [3, 'Plan', [moved]],
        [1, 'plan', [stays, edited]],
      ]),
    );
    expect(unread_msgs.mentions).toContain(edited);
  });

  it('returns only the requested fields', async () => {
    expect((await stateOf(1, ['message'])).fields).toEqual({ max_message_id: expect.any(Number) });
    expect((await stateOf(1, ['realm'])).fields).toEqual({});
  });

  it('counts like a naive recount, for any ranges, watermarks, marks and periods', async () => {
    const { db, world } = service;
    const ids: { id: number; channel: number; topic: string; sender: number; readBySender: boolean }[] = [];
    for (let n = 0; n < 40; n++) {
      const item = {
        channel: 1 + (n % 3),
        topic: n % 2 ? 'x' : 'y',
        sender: 2 + (n % 2),
        readBySender: n % 5 > 0,
      };
      const sender = n % 7 === 0 ? 1 : item.sender;
      const id = await service.send(
        sender,
        { channel: item.channel, topic: item.topic },
        { readBySender: item.readBySender },
      );
      ids.push({ ...item, id, sender });
    }
    const first = ids[0]!.id;
    const someId = fc.integer({ min: first - 1, max: ids.at(-1)!.id });
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          read: fc.array(
            fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('x', 'y'), someId, someId),
            {
              maxLength: 6,
            },
          ),
          floors: fc.dictionary(fc.constantFrom('1', '2', '3'), someId),
          kept: fc.uniqueArray(fc.constantFrom(...ids.map(({ id }) => id)), { maxLength: 4 }),
          periods: fc.tuple(someId, someId, someId),
          moved: fc.uniqueArray(fc.constantFrom(...ids.map(({ id }) => id)), { maxLength: 4 }),
        }),
        async ({ read, floors, kept, periods, moved }) => {
          for (const table of ['read_ranges', 'read_floors', 'personal_flags']) {
            if (table === 'read_ranges') await db.execute(sql`delete from read_ranges`);
            else if (table === 'read_floors') await db.execute(sql`delete from read_floors`);
            else await db.execute(sql`delete from personal_flags`);
          }
          await db.execute(sql`update messages set channel_id = origin_channel_id
            where origin_channel_id is not null and channel_id <> origin_channel_id`);
          await db.execute(
            sql`update messages set channel_id = 1 + channel_id % 3 where id = any(${moved}::int8[])`,
          );
          for (const [channel, topic, x, y] of read) {
            const range = `{[${Math.min(x, y)},${Math.max(x, y)}]}`;
            await db.execute(sql`
              insert into read_ranges (user_id, origin_id, ranges)
              select 1, origin_id, ${range}::int8multirange from origins
               where channel_id = ${channel} and topic_key = ${topic}
              on conflict (user_id, origin_id) do update set ranges = read_ranges.ranges + excluded.ranges`);
          }
          for (const [channel, messageId] of Object.entries(floors)) {
            await db.execute(sql`insert into read_floors values (1, ${Number(channel)}, ${messageId})`);
          }
          for (const id of kept) await db.execute(sql`insert into personal_flags values (1, ${id}, 16)`);
          const [p, q, r] = [...periods].sort((m, n) => m - n) as [number, number, number];
          world.histories.set(1, new Map());
          world.subscribe(1, 1, [
            [p, q],
            [r, 0],
          ]);
          world.subscribe(1, 2, [[0, 0]]);
          world.subscribe(1, 3, [[p, 0]], true);
          // Messages that were sent to channel 1 before the reader unsubscribed and subscribed again are not unread.
          const inScope = (channel: number, id: number) => channel === 2 || id > (channel === 3 ? p : r);
          const expected = ids
            .filter(({ id, channel, topic, sender, readBySender }) => {
              const place = moved.includes(id) ? 1 + (channel % 3) : channel;
              if (!inScope(place, id)) return false;
              if (kept.includes(id)) return true;
              const byRange = read.some(
                ([c, t, x, y]) =>
                  c === channel && t === topic && id >= Math.min(x, y) && id <= Math.max(x, y),
              );
              return !(byRange || id <= (floors[channel] ?? 0) || (sender === 1 && readBySender));
            })
            .map(({ id }) => id);
          const { fields } = await stateOf(1, ['message', 'update_message_flags']);
          const listed = fields.unread_msgs.streams
            .flatMap(({ unread_message_ids }) => unread_message_ids)
            .filter((id) => id >= first)
            .sort((m, n) => m - n);
          expect(listed).toEqual(expected);
          const shown = await service.read(1, { numBefore: 5_000 });
          const unread = shown.messages.filter(
            ({ id, type, flags }) =>
              id >= first && type === 'stream' && !(flags as string[]).includes('read'),
          );
          expect(unread.map(({ id }) => id)).toEqual(expected);
        },
      ),
      { numRuns: 40 },
    );
  });
});
