import pg from 'pg';
import { dropMessageIndexes } from '../message-indexes.ts';
import type { Readers } from './readers.ts';

export type Size = {
  messages: number;
  people: number;
  channels: number;
  /** Topics of the first channel; the others have 20. */
  topics: number;
};

/** Set `BENCH_MESSAGES`, `BENCH_PEOPLE` and `BENCH_CHANNELS` for a smaller trial. */
export const fullSize: Size = {
  messages: Number(process.env.BENCH_MESSAGES ?? 1_000_000),
  people: Number(process.env.BENCH_PEOPLE ?? 10_000),
  channels: Number(process.env.BENCH_CHANNELS ?? 1_000),
  topics: 5_000,
};

/** Generated rows have IDs from this one on; the organization's own rows have lower IDs. */
export const firstId = 1_000_000;
/** The channel with a tenth of the messages, in 5,000 topics. */
export const busyChannel = firstId + 1;
/** The channel with a twentieth of the messages, in one topic. */
export const longChannel = firstId + 2;
/** The last channels get almost no messages. */
export const quietChannels = 10;
/** A word that occurs in about one of 500 generated messages. */
export const rareWord = 'w700';

const firstConversation = firstId + 500_000_000;
const conversationsOfReader = 100;
/** This share of the newest messages gives 50,000 unread of a million: half of the direct ones belong to others. */
const unreadShare = 0.05 / 0.95;

/** Origins are numbered by channel and topic. */
const originOf = (channel: string, topic: string) => `${firstId} + ${channel} * 10000 + ${topic}`;

/**
 * Fills messaging's tables: a tenth of the messages in the busy channel, a twentieth in the long one, a tenth direct,
 * the rest over all channels. Texts have a dozen words, of which few are frequent and many are rare. PostgreSQL
 * generates the rows over several parallel connections; indexes are built at the end, as in a bulk load.
 */
export async function generateMessages(databaseUrl: string, size: Size, readers: Readers): Promise<void> {
  const { messages, channels, topics } = size;
  const writers = await Promise.all(Array.from({ length: 2 }, () => openWriter(databaseUrl)));
  const client = writers[0]!;
  try {
    const indexes = await dropMessageIndexes(client);
    await client.query(`
      insert into origins (origin_id, channel_id, topic_key)
      select ${originOf('c', 't')}, ${firstId} + c, 'topic ' || t
        from generate_series(1, ${channels}) c
        cross join generate_series(1, ${topics}) t
       where c = 1 or t <= 20`);
    await client.query(
      `insert into direct_conversations (conversation_id, member_ids, member_hash)
       select ${firstConversation} + row_number() over (), ids, sha256(array_to_string(ids, ',')::bytea)
         from (
           select array[r, ${firstId} + n * 20] as ids
             from unnest($1::int8[]) r cross join generate_series(1, ${conversationsOfReader}) n) pairs`,
      [[readers.everything.userId, readers.little.userId]],
    );
    await client.query(`
      insert into direct_members select u, conversation_id from direct_conversations, unnest(member_ids) u
       where conversation_id > ${firstConversation}`);
    const part = Math.ceil(messages / writers.length);
    await Promise.all(
      writers.map((writer, at) =>
        insertMessages(writer, size, part * at + 1, Math.min(part * (at + 1), messages)),
      ),
    );
    const builders = indexes.entries(); // each writer takes the next
    await Promise.all(
      writers.map(async (writer) => {
        for (const [, statement] of builders) await writer.query(statement);
      }),
    );
    await client.query(`select setval('message_ids', ${firstId} + ${messages})`);
    await generateReadState(client, size, readers);
    await client.query(
      'vacuum analyze messages, origins, direct_conversations, direct_members, personal_flags, read_ranges',
    );
    await client.query('checkpoint');
  } finally {
    await Promise.all(writers.map((writer) => writer.end()));
  }
}

async function openWriter(databaseUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  for (const setting of [
    'search_path to messaging',
    'synchronous_commit to off',
    "maintenance_work_mem to '512MB'",
    "work_mem to '64MB'",
  ]) {
    await client.query(`set ${setting}`);
  }
  return client;
}

/** Inserts messages `first` to `last`. The place and content of a message depend on its number alone. */
async function insertMessages(client: pg.Client, size: Size, first: number, last: number): Promise<void> {
  const { people, channels, topics } = size;
  const usual = channels - quietChannels - 2;
  await client.query(`select setseed(${first / 10_000_000})`);
  await client.query(`
    insert into messages (id, sender_id, channel_id, conversation_id, topic, origin_id, origin_channel_id, content,
      rendered_content, renderer_version, sent_at, client, send_key, read_by_sender, has_link, mentions_channel)
    select ${firstId} + n, ${firstId} + 1 + abs(hashint4(n)::int8) % ${people},
           ${firstId} + c, case when c is null then origin end, coalesce('Topic ' || t, ''), origin, ${firstId} + c,
           words, '<p>' || words || '</p>', 1, to_timestamp(1600000000 + n * 30), 'bench', uuidv7(), true,
           n % 17 = 0, n % 5000 = 3
      from generate_series(${first}, ${last}) n
      cross join lateral (
        select case when n % 10 = 5 then null when n % 10 = 0 then 1 when n % 20 = 1 then 2
          when n % 20000 = 2 then ${channels} - (n / 20000) % ${quietChannels}
          else 3 + (n * 104729::int8) % ${usual} end as c) place
      cross join lateral (
        select case when c is null then null when c = 1 then 1 + (n / 10 * 7919::int8) % ${topics}
          when c = 2 then 1 else 1 + n % 19 end as t) topic
      cross join lateral (
        select coalesce(${originOf('c', 't')},
          ${firstConversation} + 1 + (n / 10) % ${2 * conversationsOfReader}) as origin) origins
      cross join lateral (
        select string_agg('w' || (power(random(), 3) * 20000)::int, ' ') as words
          from generate_series(1, 12) word where n > 0) text`);
}

/** Inserts what readers have read and flagged. */
async function generateReadState(client: pg.Client, size: Size, readers: Readers): Promise<void> {
  const { messages, topics } = size;
  const both = [readers.everything.userId, readers.little.userId];
  await client.query(
    `insert into personal_flags (user_id, message_id, flags)
     select r, ${firstId} + n, case when n % 2 = 0 then 1 else 4 end
       from unnest($1::int8[]) r cross join generate_series(1, ${messages}, 997) n
      on conflict do nothing`,
    [both],
  );
  await client.query(
    `insert into read_ranges (user_id, origin_id, ranges)
     select r, o.origin_id, int8multirange(int8range(0, $2, '[]'))
       from unnest($1::int8[]) r cross join (
         select origin_id from origins where origin_id > ${firstId}
         union all select conversation_id from direct_conversations where conversation_id > ${firstConversation}) o`,
    [both, firstId + Math.floor(messages * (1 - unreadShare))],
  );
  await client.query(
    `insert into read_ranges (user_id, origin_id, ranges)
     select $1, ${originOf('1', 't')}, int8multirange(int8range(0, ${firstId + messages}, '[]'))
       from generate_series(1, ${topics}) t where t % 10 < 3`,
    [readers.skipper.userId],
  );
}
