import { silentLogger } from '@parley/core';
import type { Db, Query, Queryable } from '@parley/db';
import { sql } from '@parley/db';
import { InitialStateOptions } from '@parley/proto/common/v1/initial_state';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { channelsWithMessages } from '../src/db/changing/retention.ts';
import { searchCompleteness } from '../src/db/searching/search-documents.ts';
import { usedConversations, usedTopics } from '../src/db/whole-accounts/imports.ts';
import { memberHash } from '../src/domain/sending/recipients.ts';
import { listPersonData } from '../src/rpc/exporting/list-person-data.ts';
import { getInitialState } from '../src/rpc/get-initial-state.ts';
import { markAsRead } from '../src/rpc/read-state/mark-as-read.ts';
import { updateFlags } from '../src/rpc/read-state/update-flags.ts';
import { getTopics } from '../src/rpc/reading/get-topics.ts';
import { createPostgresIndex } from '../src/search/postgres-index.ts';
import { narrowTo, openTestService, type TestService } from './support.ts';

const channels = 200;
const messages = 60_000;

let service: TestService;
let client: pg.Client;
let recorded: Query[] = [];

/** Opens a database with so many rows that a sequential scan would be slow. */
beforeAll(async () => {
  service = await openTestService();
  const { world, ctx, database } = service;
  client = new pg.Client(database.urlOf('messaging'));
  await client.connect();
  // The role of the service has a statement timeout. On a busy machine, the statements below take longer.
  await client.query('set statement_timeout to 0');
  const run = ({ text, values }: Query) => client.query(text, [...values]);
  // Autovacuum could update statistics during a long run, which may change plans.
  await run(sql`
    do $$ declare name text; begin
      for name in select relname from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace loop
        execute format('alter table %I set (autovacuum_enabled = false)', name);
      end loop;
    end $$`);
  for (let id = 1; id <= 20; id++) world.user(id);
  for (let id = 1; id <= channels; id++) {
    world.channel(id);
    world.subscribe(1, id);
  }
  await run(sql`
    insert into origins (channel_id, topic_key)
    select c, 'topic ' || t from generate_series(1, ${channels}::int) c, generate_series(0, 29) t`);
  await run(sql`
    insert into direct_conversations (conversation_id, member_ids, member_hash)
    select 1000000 + n, array[1, 100 + n], case when n = 2 then ${memberHash([1, 2])}::bytea
      else sha256(n::text::bytea) end
      from generate_series(1, 100) n`);
  await run(sql`
    insert into direct_members select u, conversation_id from direct_conversations, unnest(member_ids) u`);
  await run(sql`
    insert into messages (id, sender_id, channel_id, conversation_id, topic, origin_id, origin_channel_id, content,
      rendered_content, renderer_version, sent_at, client, send_key, read_by_sender)
    select n, case when n % 1000 = 7 then 5 when n % 20 = 4 then 6 else 1 + n % 20 end, case when n % 10 > 0 then c end, case when n % 10 = 0 then 1000001 + n % 100 end,
           'Topic ' || n % 30, coalesce(o.origin_id, 1000001 + n % 100), case when n % 10 > 0 then c end,
           case when n % 97 = 0 then 'rare ' || n % 10 else 'usual' end,
           '<p>text</p>', 1, to_timestamp(1600000000 + n * 60), 'test', gen_random_uuid(), true
      from generate_series(1, ${messages}::int) n
      cross join lateral (select 1 + (n * 7919) % ${channels}::int as c) place
      left join origins o on n % 10 > 0 and o.channel_id = place.c and o.topic_key = 'topic ' || n % 30`);
  await run(sql`
    insert into read_ranges select 1, origin_id, '{[1,50000]}' from origins`);
  await run(sql`select setval('message_ids', ${messages})`);
  // With this target, statistics are computed from all rows and not from a sample, so plans are the same in each run.
  await client.query('set default_statistics_target to 10000');
  await client.query('vacuum analyze messages, origins, direct_conversations, direct_members, read_ranges');
  while (!(await isIndexed())) await ctx.searchIndex.catchUp();
  await client.query('vacuum analyze search_documents');
  ctx.db = recording(ctx.db);
  ctx.searchIndex = createPostgresIndex(ctx.db, silentLogger);
});

const isIndexed = async () => (await searchCompleteness(service.db)).isComplete;

afterAll(async () => {
  await client?.end();
  await service?.[Symbol.asyncDispose]();
});

function recording(db: Db): Db {
  const note = (query: Query) => {
    recorded.push(query);
    return query;
  };
  const noting = <Q extends Queryable>(each: Q): Q => ({
    ...each,
    many: (query: Query) => each.many(note(query)),
    one: (query: Query) => each.one(note(query)),
    maybeOne: (query: Query) => each.maybeOne(note(query)),
  });
  return {
    ...noting(db),
    // Statements that are joined are looked at one by one.
    snapshot: (fn) => db.snapshot((tx, snapshot) => fn({ ...noting(tx), small: noting(tx.small) }, snapshot)),
    tx: (fn) => db.tx((tx) => fn(noting(tx))),
  };
}

/** Returns the plans of every statement that `work` runs: the custom plans for its parameter values, and the generic plans. */
async function plansOf(work: () => Promise<unknown>): Promise<{ custom: string[]; generic: string[] }> {
  recorded = [];
  // An index remembers the sizes of partitions for some seconds; this one reads them.
  service.ctx.searchIndex = createPostgresIndex(service.ctx.db, silentLogger);
  await work();
  const plans = { custom: [] as string[], generic: [] as string[] };
  for (const { text, values } of recorded) {
    const custom = await client.query({ text: `explain (costs off) ${text}`, values: [...values] });
    const generic = await client.query(`explain (costs off, generic_plan) ${text}`);
    plans.custom.push(textOf(custom.rows));
    plans.generic.push(textOf(generic.rows));
  }
  return plans;
}

const textOf = (rows: Record<string, string>[]): string => rows.map((row) => row['QUERY PLAN']).join('\n');

/** Returns the tree of a plan's nodes without their conditions. */
const shapeOf = (plan: string): string =>
  plan
    .split('\n')
    .filter((line, at) => at === 0 || /^ *(->|CTE |InitPlan|SubPlan)/.test(line))
    .join('\n');

const fileOf = (name: string): string => `./plans/${name.toLowerCase().replaceAll(/[^a-z]+/g, '-')}.txt`;

const page = (terms: ReturnType<typeof narrowTo>[], over = {}) => service.read(1, { narrow: terms, ...over });

describe('statements over a large table', () => {
  it.each<[string, string, () => Promise<unknown>]>([
    ['the home view', 'messages_channel_id_id_idx', () => page([])],
    [
      'the home view, upwards',
      'messages_channel_id_id_idx',
      () => page([], { anchor: '30000', numBefore: 50, numAfter: 50 }),
    ],
    ['a channel', 'messages_channel_id_id_idx', () => page([narrowTo('channel', 7)])],
    [
      'a topic',
      'messages_channel_id_topic_key_id_idx',
      () => page([narrowTo('channel', 7), narrowTo('topic', 'topic 4')]),
    ],
    ['a direct conversation', 'messages_conversation_id_id_idx', () => page([narrowTo('dm', [2])])],
    ['all direct messages', 'messages_conversation_id_id_idx', () => page([narrowTo('is', 'dm')])],
    ['a sender', 'messages_sender_id_channel_id_id_idx', () => page([narrowTo('sender', 5)])],
    [
      'a topic of all channels',
      'messages_channel_id_topic_key_id_idx',
      () => page([narrowTo('topic', 'topic 4')]),
    ],
    ['links', 'messages_links_idx', () => page([narrowTo('has', 'link')])],
    ['images', 'messages_links_idx', () => page([narrowTo('has', 'image')])],
    ['words', 'search_documents_0_words_idx', () => page([narrowTo('search', 'rare 7')])],
    ['a frequent word', 'search_documents_0_words_idx', () => page([narrowTo('search', 'usual')])],
    ['a phrase', 'search_documents_0_words_idx', () => page([narrowTo('search', '"rare 7"')])],
    [
      'words of a channel',
      'search_documents_0_words_idx',
      () => page([narrowTo('channel', 7), narrowTo('search', 'usual')]),
    ],
    [
      'words of a day',
      'search_documents_0_words_idx',
      () => page([narrowTo('during', '2020-10-01'), narrowTo('search', 'usual')]),
    ],
    [
      'words by relevance',
      'search_documents_0_words_idx',
      () => page([narrowTo('search', 'usual')], { sort: 'relevance' }),
    ],
    ['a word that is absent', 'search_documents_0_words_idx', () => page([narrowTo('search', 'usually')])],
    ['a misspelt word', 'search_documents_0_words_idx', () => page([narrowTo('search', 'ususal')])],
    ['resolved topics', 'messages_resolved_idx', () => page([narrowTo('is', 'resolved')])],
    ['what is unread', 'messages_channel_id_id_idx', () => page([narrowTo('is', 'unread')])],
    ['what is starred', 'messages_pkey', () => page([narrowTo('is', 'starred')])],
    ['mentions', 'messages_mentions_all_idx', () => page([narrowTo('is', 'mentioned')])],
    [
      'the first unread',
      'messages_channel_id_id_idx',
      () => page([], { anchor: 'first_unread', numBefore: 1 }),
    ],
    [
      'unread messages of a topic',
      'messages_channel_id_topic_key_id_idx',
      () => markAsRead(service.ctx, { channelId: 7, topic: 'topic 4' }, service.scope(1)),
    ],
    [
      'messages marked by ID',
      'messages_pkey',
      () =>
        updateFlags(service.ctx, { messageIds: [50_011, 50_012], op: 'add', flag: 'read' }, service.scope(1)),
    ],
    [
      'unread counts',
      'messages_channel_id_id_idx',
      () =>
        getInitialState(
          service.ctx,
          {
            options: InitialStateOptions.create({ fetchEventTypes: ['message', 'update_message_flags'] }),
            histories: [...service.world.histories.get(1)!.values()],
          },
          service.scope(1),
        ),
    ],
    [
      'messages by ID',
      'messages_pkey',
      () => page([], { hasMessageIds: true, messageIds: [5, 6, 7], numBefore: 0 }),
    ],
    [
      'a date',
      'messages_sent_at_idx',
      () => page([narrowTo('channel', 7)], { anchor: 'date', anchorDate: '2020-10-01' }),
    ],
    [
      'the topics of a channel',
      'messages_channel_id_topic_key_id_idx',
      () => getTopics(service.ctx, { channelId: 7, allowEmptyTopicName: true }, service.scope(1)),
    ],
    ['the channels with messages', 'messages_channel_id_id_idx', () => channelsWithMessages(service.ctx.db)],
  ])('use indexes for %s', async (name, index, work) => {
    const { custom, generic } = await plansOf(work);
    for (const plan of [...custom, ...generic]) expect(plan).not.toMatch(/Seq Scan on messages/);
    const both = [...custom, ...generic].join('\n');
    expect(both).toMatch(new RegExp(`using ${index} on messages|Bitmap Index Scan on ${index}`));
    // A search reads terms from their index only, however frequent they are.
    expect(both).not.toMatch(/Seq Scan on search_documents/);
    // The files contain the generic plans, which messaging uses except in the search index. Reviewers check changes of these
    // files. `npm test -- services/messaging/test/plans -u` writes them.
    const run = index.startsWith('search_documents') ? custom : generic;
    await expect(`${run.map(shapeOf).join('\n\n')}\n`).toMatchFileSnapshot(fileOf(name));
  });

  it('list topics from the index alone', async () => {
    const plans = await plansOf(() =>
      getTopics(service.ctx, { channelId: 7, allowEmptyTopicName: true }, service.scope(1)),
    );
    expect(plans.custom[0]).toMatch(/Index Only Scan Backward using messages_channel_id_topic_key_id_idx/);
  });

  it('look for the ends of topics after an import by the index of topics', async () => {
    const topics = Array.from({ length: 30 }, (_, n) => ({ channelId: 7, topic: `Topic ${n}` }));
    const { custom, generic } = await plansOf(() => usedTopics(service.ctx.db, topics, 1));
    for (const plan of [...custom, ...generic])
      expect(plan).toMatch(/Index Only Scan using messages_channel_id_topic_key_id_idx/);
  });

  it('look for the ends of direct conversations by their index', async () => {
    const asked = Array.from({ length: 30 }, (_, n) => [1, 2 + n]);
    const { custom, generic } = await plansOf(() => usedConversations(service.ctx.db, asked, 1));
    for (const plan of [...custom, ...generic])
      expect(plan).toMatch(/Index (?:Only )?Scan using messages_(?:conversation_id_id|direct_links)_idx/);
  });

  it('count unread messages of 200 channels from the messages above the read ranges', async () => {
    const { world, ctx } = service;
    const work = () =>
      getInitialState(
        ctx,
        {
          options: InitialStateOptions.create({
            fetchEventTypes: ['message', 'update_message_flags', 'recent_private_conversations'],
          }),
          histories: [...world.histories.get(1)!.values()],
        },
        service.scope(1),
      );
    recorded = [];
    const { state } = await work();
    const { unread_msgs: unread } = JSON.parse(state!.fieldsJson.toString());
    // There are more than 10,000 unread messages: nine of ten messages are in channels, the reader sent every twentieth, and no
    // direct message was read.
    expect(unread.count).toBeGreaterThan(10_000);
    expect(recorded.length).toBe(4);
  });
});

describe('statements over many reactions', () => {
  // These rows would change the plans of the other tests, so they are inserted after them.
  beforeAll(async () => {
    await client.query(
      `insert into reactions (message_id, user_id, reaction_type, emoji_code, emoji_name)
       select n, 1000 + n % 500, 'unicode_emoji', '1f389', 'tada' from generate_series(1, $1::int) n`,
      [messages],
    );
    await client.query('vacuum analyze reactions');
  });

  it('list the reactions of a person for a data export, page by page from the index', async () => {
    const list = (afterId: number) =>
      listPersonData(service.ctx, { userId: 1007, kind: 'reactions', afterId });
    expect((await list(0)).items).toHaveLength(100);
    const { custom, generic } = await plansOf(() => list(30_000));
    for (const plan of [...custom, ...generic]) {
      expect(plan).toMatch(/(using|Bitmap Index Scan on) reactions_user_id_message_id_idx/);
      expect(plan).not.toMatch(/Seq Scan/);
    }
  });
});
