import pg from 'pg';
import { dropMessageIndexes } from '../message-indexes.ts';
import { firstId } from '../reading/generate.ts';

/** Words that the searches ask for, and in how many of the messages they are. */
export const words = {
  /** In every second message. */
  frequent: 'however',
  /** In one of a thousand. */
  rare: 'kestrel',
  /** Two words that are next to each other in one of fifty messages. */
  phrase: ['annual', 'report'],
} as const;

/** How much to generate. With `years`, the messages are of an import and spread over the years before 2024; their IDs are times. */
export type SearchedSize = { messages: number; channels: number; people: number; years: number };

const yearMs = 31_557_600_000;
/** The newest imported message: November 2023. */
const importedUntil = 1_700_000_000_000;
/** The last ID before those of messages that were sent, where there are imported ones. */
const lastImported = 2 ** 42 - 1;

/**
 * Fills the table of messages with texts of about 100 characters: words of a vocabulary of 30,000, few of which are frequent. They go to
 * channels only, the same number to each. The search index is told to make all documents again.
 */
export async function generateSearched(
  databaseUrl: string,
  { messages, channels, people, years }: SearchedSize,
): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      "set search_path to messaging; set synchronous_commit to off; set maintenance_work_mem to '512MB'",
    );
    const indexes = await dropMessageIndexes(client);
    await client.query(`
      create temporary table vocabulary as
      select n, (select string_agg(substr('aeioubcdfglmnprst', 1 + (hashint8extended(n, s)::numeric % 17 + 17)::int % 17, 1), '')
                   from generate_series(1, 3 + n % 5) s) as word
        from generate_series(0, 29999) n;
      create unique index on vocabulary (n);
      analyze vocabulary`);
    await client.query(
      `insert into origins (origin_id, channel_id, topic_key)
       select ${firstId} + c * 100 + t, ${firstId} + c, 'topic ' || t from generate_series(1, $1::int) c, generate_series(0, 19) t`,
      [channels],
    );
    await client.query(
      `insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
         renderer_version, sent_at, client, send_key, read_by_sender)
       select id.value, ${firstId} + 1 + n % $3::int, ${firstId} + c, 'topic ' || n % 20, ${firstId} + c * 100 + n % 20,
              ${firstId} + c, t.words, '<p>' || t.words || '</p>', 1,
              to_timestamp(case when $4::float8 > 0 then id.value / 1000 else 1700000000 + n * 20 end), 'bench', uuidv7(), true
         from generate_series(1, $1::int) n
         cross join lateral (
           select case when $4::float8 > 0
             then ${importedUntil}::int8 - (($1::int - n) * ($4::float8 * ${yearMs} / $1::int))::int8 else n end as value) id
         cross join lateral (select 1 + (n * 7919::int8) % $2::int as c) place
         cross join lateral (
           select string_agg(v.word, ' ')
                  || case when n % 2 = 0 then ' ${words.frequent}' else '' end
                  || case when n % 1000 = 7 then ' ${words.rare}' else '' end
                  || case when n % 50 = 3 then ' ${words.phrase.join(' ')}' else '' end as words
             from (select (power(random(), 3) * 29999)::int as number from generate_series(1, 15) w where n > 0) r
             join vocabulary v on v.n = r.number) t`,
      [messages, channels, people, years],
    );
    for (const statement of indexes) await client.query(statement);
    const last = years > 0 ? lastImported : messages;
    await client.query(`select setval('message_ids', $1)`, [last]);
    await client.query('vacuum analyze messages');
    await client.query(
      `update search_progress set indexed_until = $1::int8;
       update search_rebuild set rebuilt_from = $1::int8 + 1, current_from = $1::int8 + 1`.replaceAll(
        '$1',
        String(last),
      ),
    );
  } finally {
    await client.end();
  }
}

/** Returns words that occur in messages: three of one message, for each of several messages. */
export async function wordsOfMessages(client: pg.Client, count: number): Promise<string[][]> {
  const { rows } = await client.query<{ content: string }>(
    'select content from messaging.messages tablesample system (0.2) limit $1',
    [count],
  );
  return rows.map(({ content }) =>
    content
      .split(' ')
      .filter((word) => word.length > 4)
      .slice(0, 3),
  );
}
