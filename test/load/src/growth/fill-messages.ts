import pg from 'pg';
import { dropMessageIndexes } from '../message-indexes.ts';
import { firstId, members, messagesPerPerson, type Size } from './size.ts';

/** Number of unread messages in each of the reader's channels. */
const unreadPerChannel = 30;
const topics = 10;
/** A word that occurs in about one of 500 generated messages, and a word that occurs in about one of 14. */
export const words = { rare: 'w700', frequent: 'w3' } as const;

/**
 * Writes messages: a twentieth into the channel of all members, a tenth as direct messages, and the rest into channels of their
 * senders. The reader has read all but the last `unreadPerChannel` messages of each channel.
 */
export async function fillMessages(databaseUrl: string, { people, channels }: Size): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const messages = people * messagesPerPerson;
  const conversations = firstId + 500_000_000;
  try {
    await client.query(
      "set search_path to messaging; set synchronous_commit to off; set maintenance_work_mem to '512MB'",
    );
    const indexes = await dropMessageIndexes(client);
    await client.query(`
      insert into origins (origin_id, channel_id, topic_key)
      select ${firstId} + c * ${topics} + t, ${firstId} + c, 'topic ' || t
        from generate_series(1, ${channels}) c cross join generate_series(0, ${topics - 1}) t`);
    await client.query(`
      insert into direct_conversations (conversation_id, member_ids, member_hash)
      select ${conversations} + n, ids, sha256(array_to_string(ids, ',')::bytea)
        from generate_series(1, ${people} - 1) n
        cross join lateral (select array[${firstId} + n, ${firstId} + n + 1] as ids) pair`);
    await client.query(`
      insert into direct_members (user_id, conversation_id)
      select u, conversation_id from direct_conversations, unnest(member_ids) u
       where conversation_id > ${conversations}`);
    await client.query('select setseed(0.5)');
    await client.query(`
      create temporary table places as
      select user_id, channel_id, row_number() over (partition by user_id order by channel_id) - 1 as slot
        from channel.subscriptions where channel_id > ${firstId}`);
    await client.query('create index on places (user_id, slot); analyze places');
    await client.query(`
      insert into messages (id, sender_id, channel_id, conversation_id, topic, origin_id, origin_channel_id, content,
        rendered_content, renderer_version, sent_at, client, send_key, read_by_sender, has_link)
      select ${firstId} + n, ${firstId} + p, channel_id, case when channel_id is null then origin end,
             case when channel_id is null then '' else 'Topic ' || t end, origin, channel_id, words,
             '<p>' || words || '</p>', 1, to_timestamp(1600000000 + n * 30), 'bench', uuidv7(), true, n % 17 = 0
        from generate_series(1, ${messages}) n
        cross join lateral (select 1 + (n::int8 * 7919) % (${people} - 1) as p, n % ${topics} as t) sender
        left join places on n % 10 <> 5 and places.user_id = ${firstId} + p
          and places.slot = case when n % 20 = 0 then 0 else 2 + n % 13 end
        cross join lateral (select coalesce(${firstId} + (channel_id - ${firstId}) * ${topics} + t,
          ${conversations} + p) as origin) origins
        cross join lateral (
          select string_agg('w' || (power(random(), 3) * 20000)::int, ' ') as words
            from generate_series(1, 12) word where n > 0) text`);
    for (const statement of indexes) await client.query(statement);
    await client.query(`select setval('message_ids', ${firstId} + ${messages})`);
    await client.query(`
      insert into read_floors (user_id, channel_id, message_id)
      select s.user_id, s.channel_id, last.id from channel.subscriptions s
       cross join lateral (select id from messages m where m.channel_id = s.channel_id
         order by id desc offset ${unreadPerChannel} limit 1) last
       where s.user_id = ${firstId + members.reader}`);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}
