import pg from 'pg';
import { dropMessageIndexes } from '../message-indexes.ts';
import type { Readers } from './readers.ts';

export type Size = {
  messages: number;
  people: number;
  channels: number;
  /** Number of topics in the first channel. The other channels have 20. */
  topics: number;
};

/** Environment variables reduce the sizes for a shorter trial run. */
export const fullSize: Size = {
  messages: Number(process.env.BENCH_MESSAGES ?? 1_000_000),
  people: Number(process.env.BENCH_PEOPLE ?? 10_000),
  channels: Number(process.env.BENCH_CHANNELS ?? 1_000),
  topics: 5_000,
};

/** IDs of generated rows are higher than this number, and IDs of the organization's own rows are lower. */
export const firstId = 1_000_000;
/** ID of a channel with a tenth of all messages, in 5,000 topics. */
export const busyChannel = firstId + 1;
/** ID of a channel with a twentieth of all messages, in a single topic. */
export const longChannel = firstId + 2;
/** Number of channels with almost no messages. They are the last ones. */
export const quietChannels = 10;
/** A word that occurs in about one of 500 generated messages. */
export const rareWord = 'w700';

const firstConversation = firstId + 500_000_000;
const conversationsOfReader = 100;
/**
 * Share of the newest messages that are unread. It gives 50,000 unread messages among a million, because half of the direct
 * messages belong to other people.
 */
const unreadShare = 0.05 / 0.95;

/** Returns a SQL expression for the ID of a topic, which is derived from the numbers of channel and topic. */
const originOf = (channel: string, topic: string) => `${firstId} + ${channel} * 10000 + ${topic}`;

/**
 * Fills the tables of the service `messaging`. The busy channel gets a tenth of the messages, the long one a twentieth, direct
 * conversations a tenth, the quiet channels almost none, and the other channels the rest. Texts have a dozen words; few words
 * are frequent and many are rare. PostgreSQL generates the rows over parallel connections. Indexes are built at the end, as
 * usual for bulk loads.
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
    const builders = indexes.entries(); // shared: each writer takes the next index
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

/** Inserts messages number `first` to `last`. Place and content of a message depend only on its number. */
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

/** Inserts the read messages and the message flags of the readers. */
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
