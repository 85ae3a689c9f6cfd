import { silentLogger } from '@parley/core';
import { sql } from '@parley/db';
import { createScope } from '@parley/facts';
import { testCall } from '@parley/rpc/testing';
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteMessages, lockInOrder } from '../src/db/changing/deletions.ts';
import { insertMessages } from '../src/db/messages.ts';
import { partitionsOf } from '../src/db/searching/search-documents.ts';
import {
  blockOf,
  blockSizeOf,
  documentVersion,
  documentWords,
  partitionOf,
} from '../src/domain/searching/search-document.ts';
import { deleteMessage } from '../src/rpc/changing/delete-message.ts';
import { updateMessage } from '../src/rpc/changing/update-message.ts';
import { getSearchIndex } from '../src/rpc/searching/get-search-index.ts';
import { rebuildSearchIndex } from '../src/rpc/searching/rebuild-search-index.ts';
import { createPostgresIndex } from '../src/search/postgres-index.ts';
import { newMessage } from './new-message.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

let service: TestService;

beforeAll(async () => {
  service = await openTestService();
  const { world } = service;
  for (const id of [1, 2]) world.user(id);
  for (const id of [1, 2]) world.channel(id);
  for (const user of [1, 2]) for (const channel of [1, 2]) world.subscribe(user, channel);
});

afterAll(() => service[Symbol.asyncDispose]());

const found = async (words: string) => (await service.read(1, { narrow: [narrowTo('search', words)] })).ids;

/** Returns what is wrong with the index: messages whose document is missing, superfluous or of another text. */
async function faults(): Promise<unknown[]> {
  const rows = await service.db.many<{
    id: number | null;
    channelId: number | null;
    topic: string;
    content: string;
    words: string | null;
  }>(sql`
    select m.id, m.channel_id as "channelId", m.topic, m.content, d.words
      from messages m full join search_documents d on d.message_id = m.id`);
  return rows.filter((row) => row.id === null || row.words !== documentWords({ ...row, id: row.id }));
}

describe('the search index', () => {
  it('finds a message at once, without a worker', async () => {
    const id = await service.send(1, { channel: 1 }, { content: 'a kookaburra at once' });
    expect(await found('kookaburra')).toEqual([id]);
  });

  it('follows edits, moves and deletions, whichever way they are written', async () => {
    const id = await service.send(1, { channel: 1, topic: 'before' }, { content: 'an okapi' });
    expect(await found('okapi')).toEqual([id]);
    await updateMessage(service.ctx, { ...change, messageId: id, content: 'a capybara' }, service.scope(1));
    expect(await found('okapi')).toEqual([]);
    expect(await found('capybara')).toEqual([id]);
    await updateMessage(
      service.ctx,
      { ...change, messageId: id, topic: 'afterwards', propagateMode: 'change_all' },
      service.scope(1),
    );
    expect(await found('afterwards')).toEqual([id]);
    await service.db.execute(sql`update messages set content = 'a wombat' where id = ${id}`);
    expect(await found('capybara')).toEqual([]);
    expect(await found('wombat')).toEqual([id]);
    await deleteMessage(service.ctx, { messageId: id }, service.scope(1)).catch(() => undefined);
    await service.db.tx(async (tx) => {
      await lockInOrder(tx, sql`m.id = ${id}`);
      await deleteMessages(tx, [id]);
    });
    expect(await found('wombat')).toEqual([]);
    expect(await faults()).toEqual([]);
  });

  it('finds in one channel only what is there now', async () => {
    const id = await service.send(1, { channel: 1, topic: 'place' }, { content: 'a moving tapir' });
    const inChannel = async (channel: number) =>
      (await service.read(1, { narrow: [narrowTo('channel', channel), narrowTo('search', 'tapir')] })).ids;
    expect([await inChannel(1), await inChannel(2)]).toEqual([[id], []]);
    await service.db.execute(sql`update messages set channel_id = 2 where id = ${id}`);
    expect([await inChannel(1), await inChannel(2)]).toEqual([[], [id]]);
  });

  it('finds every page of a word of every message, in both directions', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 30; n++) {
      ids.push(await service.send(1, { channel: 1 }, { content: `everywhere ${n}` }));
      // IDs far apart: the search reads several blocks and partitions.
      await service.db.execute(
        sql`select setval('message_ids', nextval('message_ids') + ${n % 3 === 0 ? 150_000 : 3_000}::int)`,
      );
    }
    const narrow = [narrowTo('search', 'everywhere')];
    const down: number[] = [];
    for (let anchor = 'newest'; ; ) {
      const page = await service.read(1, { narrow, anchor, numBefore: 7, includeAnchor: false });
      down.unshift(...page.ids);
      if (page.foundOldest) break;
      anchor = String(page.ids[0]);
    }
    expect(down).toEqual(ids);
    const up: number[] = [];
    for (let anchor = 'oldest'; ; ) {
      const page = await service.read(1, { narrow, anchor, numBefore: 0, numAfter: 4, includeAnchor: false });
      up.push(...page.ids);
      if (page.foundNewest) break;
      anchor = String(page.ids.at(-1));
    }
    expect(up).toEqual(ids);
    const { rows } = {
      rows: await service.db.many(
        sql`select inhrelid from pg_inherits where inhparent = 'search_documents'::regclass`,
      ),
    };
    expect(rows.length).toBeGreaterThan(1);
  });
});

describe('imported history', () => {
  /** IDs of imported messages are times. These are of ten years, with months in between in which nobody wrote. */
  const times = Array.from({ length: 400 }, (_, n) => {
    const year = 2010 + Math.floor(n / 40);
    return Date.UTC(year, (n % 4) * 3, 1 + (n % 5), 8, n % 60, n % 7);
  }).sort((a, b) => a - b);

  it('is found completely, in both directions and between sent messages', async () => {
    const { db, ctx } = service;
    await db.execute(sql`
      insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
        renderer_version, sent_at, client, send_key, read_by_sender)
      select id, 1, 1, 'past', 1, 1, 'a dodo ' || id, '<p>dodo</p>', 1, to_timestamp(id / 1000), 'test', gen_random_uuid(), true
        from unnest(${times}::int8[]) id`);
    const sent = await service.send(1, { channel: 1 }, { content: 'the last dodo' });
    await ctx.searchIndex.restart();
    // While documents are made again, their terms of blocks are not relied on.
    await db.execute(sql`update search_rebuild set current_from = rebuilt_from`);
    while (await ctx.searchIndex.rebuildSome());
    const expected = [...times, sent];
    const narrow = [narrowTo('search', 'dodo')];
    const down: number[] = [];
    for (let anchor = 'newest'; ; ) {
      const page = await service.read(1, { narrow, anchor, numBefore: 60, includeAnchor: false });
      down.unshift(...page.ids);
      if (page.foundOldest) break;
      anchor = String(page.ids[0]);
    }
    expect(down).toEqual(expected);
    const up = await service.read(1, { narrow, anchor: 'oldest', numBefore: 0, numAfter: 401 });
    expect(up.ids).toEqual(expected);
    const during = [narrowTo('search', 'dodo'), narrowTo('during', '2015')];
    const { ids } = await service.read(1, { narrow: during });
    expect(ids).toEqual(times.filter((time) => new Date(time).getUTCFullYear() === 2015));
    expect(await faults()).toEqual([]);
  });

  it('is divided by the database as by the code', async () => {
    const ids = [
      ...times.slice(0, 3),
      5,
      2 ** 35 - 1,
      2 ** 35,
      2 ** 42 - 1,
      2 ** 42,
      2 ** 42 + 3 * 2 ** 20 + 17,
    ];
    for (const id of ids) {
      await service.db.execute(sql`select add_search_partition(${id}::int8)`);
      const partition = (await partitionsOf(service.db)).find(({ from, to }) => from <= id && id < to);
      expect([id, partition?.from]).toEqual([id, partitionOf(id)]);
      // A block lies within one partition.
      const first = blockOf(id) * blockSizeOf(id);
      expect([partitionOf(first), partitionOf(first + blockSizeOf(id) - 1)]).toEqual([
        partitionOf(id),
        partitionOf(id),
      ]);
      // The next ID after the partition belongs to another one.
      expect(partitionOf(partition!.to)).toBe(partition!.to);
    }
  });
});

const change = {
  messageId: 0,
  propagateMode: 'change_one',
  sendNotificationToOldThread: false,
  sendNotificationToNewThread: false,
} as unknown as Parameters<typeof updateMessage>[1];

describe('rebuilding', () => {
  beforeEach(async () => {
    await service.ctx.searchIndex.catchUp();
  });

  it('makes the documents of all messages, newest first, and continues after a restart', async () => {
    await insertMessages(
      service.db,
      Array.from({ length: 1_200 }, (_, n) => newMessage({ content: `rebuilt ${n}` })),
    );
    await service.ctx.searchIndex.catchUp();
    await service.db.execute(sql`delete from search_documents`);
    await service.db.execute(sql`update search_rebuild set version = 0`);
    expect(await found('rebuilt')).toEqual([]);
    let steps = 0;
    // Each step is made by another process.
    while (await createPostgresIndex(service.db, silentLogger).rebuildSome()) steps++;
    expect(steps).toBeGreaterThanOrEqual(3);
    expect((await found('rebuilt')).length).toBe(100);
    expect(await faults()).toEqual([]);
    expect(await service.ctx.searchIndex.state()).toMatchObject({ isComplete: true, waiting: 0, pending: 0 });
    await service.ctx.searchIndex.restart();
    const { count } = await service.db.one<{ count: number }>(sql`select count(*) as count from messages`);
    expect(await service.ctx.searchIndex.state()).toMatchObject({ isComplete: false, rebuilt: 0 });
    expect(await service.ctx.searchIndex.left()).toBe(count);
    while (await service.ctx.searchIndex.rebuildSome());
    expect(await faults()).toEqual([]);
    const state = await service.ctx.searchIndex.state();
    expect(state).toMatchObject({ isComplete: true, rebuilt: count });
    expect(state.bytes).toBeGreaterThan(0);
    expect(state.startedAt).toBeGreaterThan(Date.now() / 1_000 - 600);
  });

  it('is shown to operators alone, who begin it', async () => {
    const { ctx } = service;
    const operator = createScope(ctx.factCache, testCall());
    const person = service.scope(1);
    const refused = { code: 'UNAUTHORIZED_PRINCIPAL' };
    await expect(getSearchIndex(ctx, {}, person)).rejects.toMatchObject(refused);
    await expect(rebuildSearchIndex(ctx, {}, person)).rejects.toMatchObject(refused);
    expect(await getSearchIndex(ctx, {}, operator)).toMatchObject({ isComplete: true, left: 0, waiting: 0 });
    await insertMessages(service.db, [
      newMessage({ content: 'not yet', sentAt: Math.floor(Date.now() / 1_000) - 30 }),
    ]);
    const { lagSeconds, waiting } = await getSearchIndex(ctx, {}, operator);
    expect(waiting).toBe(1);
    expect(lagSeconds).toBeGreaterThan(25);
    expect(await rebuildSearchIndex(ctx, {}, operator)).toEqual({ wasRunning: false });
    const { left, isComplete } = await getSearchIndex(ctx, {}, operator);
    expect([isComplete, left > 0]).toEqual([false, true]);
    await ctx.searchIndex.rebuildSome();
    expect(await rebuildSearchIndex(ctx, {}, operator)).toEqual({ wasRunning: true });
    expect((await getSearchIndex(ctx, {}, operator)).rebuilt).toBeGreaterThan(0);
    while (await ctx.searchIndex.rebuildSome());
    expect((await getSearchIndex(ctx, {}, operator)).isComplete).toBe(true);
  });

  it('takes over from another engine when a process starts, and leaves it alone once another has taken over', async () => {
    const { db } = service;
    const running = createPostgresIndex(db, silentLogger);
    await running.catchUp();
    await db.execute(
      sql`update search_progress set engine = 'opensearch', current_index = 'parley-messages-1'`,
    );
    const id = await service.send(1, { channel: 1 }, { content: 'a numbat' });
    await running.catchUp();
    await running.restart();
    expect(await running.rebuildSome()).toBe(false);
    const stale = await db.many(sql`select from search_documents where message_id = ${id}`);
    expect(stale).toEqual([]);
    const started = createPostgresIndex(db, silentLogger);
    await started.catchUp();
    while (await started.rebuildSome());
    expect(await started.state()).toMatchObject({ isComplete: true, engine: 'postgresql' });
    expect(await faults()).toEqual([]);
    expect(await found('numbat')).toEqual([id]);
  });

  it('leaves documents of a newer release alone', async () => {
    await service.db.execute(sql`update search_rebuild set version = ${documentVersion + 1}`);
    await service.send(1, { channel: 1 }, { content: 'an aardvark' });
    await service.ctx.searchIndex.catchUp();
    expect(await service.ctx.searchIndex.rebuildSome()).toBe(false);
    expect(
      await service.db.many(sql`
      select from messages m left join search_documents d on d.message_id = m.id where d.message_id is null`),
    ).toHaveLength(1);
    await service.db.execute(sql`update search_rebuild set version = ${documentVersion}`);
    expect(await found('aardvark')).toHaveLength(1);
  });
});

describe('concurrent changes', () => {
  it('leave the index exact, whatever happens between which of them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('send', 'edit', 'move', 'delete', 'index', 'rebuild'), fc.nat()), {
          minLength: 5,
          maxLength: 30,
        }),
        async (steps) => {
          const { db } = service;
          const all = await db.many<{ id: number }>(sql`select id from messages order by id desc limit 40`);
          const pick = (n: number) => all[n % all.length]!.id;
          await service.ctx.searchIndex.restart();
          await Promise.all(
            steps.map(async ([kind, n]) => {
              const index = createPostgresIndex(db, silentLogger);
              if (kind === 'send') await insertMessages(db, [newMessage({ content: `text ${n}` })]);
              if (kind === 'index') await index.catchUp();
              if (kind === 'rebuild') await index.rebuildSome();
              if (kind === 'send' || kind === 'index' || kind === 'rebuild') return;
              await db.tx(async (tx) => {
                const ids = await lockInOrder(tx, sql`m.id >= ${pick(n)} and m.id < ${pick(n) + 3}`);
                if (kind === 'delete') await deleteMessages(tx, ids);
                if (kind === 'edit')
                  await tx.execute(
                    sql`update messages set content = ${`edited ${n}`} where id = any(${ids}::int8[])`,
                  );
                if (kind === 'move')
                  await tx.execute(sql`update messages set topic = ${`topic ${n}`}, channel_id = ${1 + (n % 2)}
                     where id = any(${ids}::int8[]) and channel_id is not null`);
              });
            }),
          );
          await service.ctx.searchIndex.catchUp();
          while (await service.ctx.searchIndex.rebuildSome());
          expect(await faults()).toEqual([]);
        },
      ),
      { numRuns: 25 },
    );
  });
});
