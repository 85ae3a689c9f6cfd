import type pg from 'pg';

export type Size = {
  messages: number;
  people: number;
  channels: number;
  /** Of the first channel; the others have 20. */
  topics: number;
};

/** `BENCH_MESSAGES` for a smaller trial. */
export const fullSize: Size = {
  messages: Number(process.env.BENCH_MESSAGES ?? 1_000_000),
  people: 10_000,
  channels: 1_000,
  topics: 5_000,
};

/** IDs from which on everything was generated; those of the organization's own are below. */
export const firstId = 1_000_000;

/** The last channels get next to no messages. */
export const quietChannels = 10;

/** A word of the generated texts that one message in about 500 has. */
export const rareWord = 'w700';

/**
 * Fills messaging's tables: every tenth message in the first channel, a tenth direct, the rest over all channels;
 * texts of a dozen words, of which few are frequent and many are rare. Two readers write direct messages with
 * everyone else. Indexes over texts are built at the end, as loading does.
 * @param readers people that exist already
 */
export async function generateMessages(
  client: pg.Client,
  size: Size,
  readers: readonly number[],
): Promise<void> {
  const { messages, people, channels, topics } = size;
  const at = (n: number) => firstId + n;
  await client.query('set search_path to messaging');
  await client.query('set synchronous_commit to off');
  await client.query('select setseed(0.5)');
  await client.query('drop index if exists messages_search_words_idx');
  await client.query(`
    insert into origins (origin_id, channel_id, topic_key)
    select ${firstId} + c * 10000 + t, ${firstId} + c, 'topic ' || t
      from generate_series(1, ${channels}) c
      cross join generate_series(1, ${topics}) t
     where c = 1 or t <= 20`);
  await client.query(
    `insert into direct_conversations (conversation_id, member_ids, member_hash)
     select ${at(500_000_000)} + row_number() over (), ids, sha256(array_to_string(ids, ',')::bytea)
       from (
         select array[r, ${firstId} + n * 20] as ids
           from unnest($1::int8[]) r cross join generate_series(1, 100) n) pairs`,
    [readers],
  );
  await client.query(`
    insert into direct_members select u, conversation_id from direct_conversations, unnest(member_ids) u
     where conversation_id > ${at(500_000_000)}`);
  const conversations = readers.length * 100;
  await client.query(`
    insert into messages (id, sender_id, channel_id, conversation_id, topic, origin_id, origin_channel_id, content,
      rendered_content, renderer_version, sent_at, client, send_key, read_by_sender, has_link, mentions_channel)
    select ${firstId} + n, ${firstId} + 1 + (random() * ${people - 1})::int,
           case when not d then ${firstId} + c end,
           case when d then ${at(500_000_000)} + 1 + n % ${conversations} end,
           case when d then '' else 'Topic ' || t end,
           case when d then ${at(500_000_000)} + 1 + n % ${conversations} else ${firstId} + c * 10000 + t end,
           case when not d then ${firstId} + c end,
           words, '<p>' || words || '</p>', 1, to_timestamp(1600000000 + n * 30), 'bench', gen_random_uuid(), true,
           n % 20 = 0, n % 5000 = 0
      from generate_series(1, ${messages}) n
      cross join lateral (select n % 10 = 5 as d,
        case when n % 10 = 0 then 1 when n % 20000 = 1 then ${channels} - (n / 20000) % ${quietChannels}
             else 1 + (random() * ${channels - quietChannels - 2} + 0.5)::int end as c) place
      cross join lateral (select 1 + (n / 10 * 7919) % (case when c = 1 then ${topics} else 20 end) as t) topic
      cross join lateral (
        select string_agg('w' || (power(random(), 3) * 20000)::int, ' ') as words
          from generate_series(1, 12) word where n > 0) text`);
  await client.query('create index messages_search_words_idx on messages using gin (search_words)');
  await client.query(`select setval('message_ids', ${firstId} + ${messages})`);
  await client.query(
    `insert into personal_flags (user_id, message_id, flags)
     select r, ${firstId} + n, case when n % 2 = 0 then 1 else 4 end
       from unnest($1::int8[]) r cross join generate_series(1, ${messages}, 997) n
      on conflict do nothing`,
    [readers],
  );
  // All but the newest two hundredths was read.
  await client.query(
    `insert into read_ranges (user_id, origin_id, ranges)
     select r, o.origin_id, int8multirange(int8range(0, $2, '[]'))
       from unnest($1::int8[]) r cross join (
         select origin_id from origins where origin_id > ${firstId}
         union all select conversation_id from direct_conversations where conversation_id > ${firstId}) o`,
    [readers, firstId + Math.floor(messages * 0.98)],
  );
  await client.query(
    'vacuum analyze messages, origins, direct_conversations, direct_members, personal_flags, read_ranges',
  );
}
