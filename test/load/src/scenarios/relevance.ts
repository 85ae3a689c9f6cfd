import { Cluster, type Person, until } from '@parley/test-kit';
import pg from 'pg';
import type { Bench } from '../bench.ts';
import type { Figure } from '../report.ts';
import { type Collection, ndcgAt10, operandOf, readCollection } from '../searching/collection.ts';

/** A folder with a test collection; without one, nothing is measured. */
const folder = process.env.BENCH_COLLECTION ?? '';
/** How many searches to measure at most. */
const maxQueries = Number(process.env.BENCH_QUERIES ?? Number.POSITIVE_INFINITY);
/** What BM25 reaches by the paper of the collection. */
const published = Number(process.env.BENCH_BM25 ?? 'NaN');

/**
 * Measures the order of "most relevant" with a test collection of information retrieval: its documents are messages of one channel, and its
 * questions are searches for their words with `OR` between them.
 */
export async function relevance(say: Bench['say']): Promise<Figure[]> {
  if (folder === '') {
    say('relevance is left out: BENCH_COLLECTION names no folder with a test collection');
    return [];
  }
  const read = readCollection(folder);
  const collection = { ...read, queries: read.queries.slice(0, maxQueries) };
  say(
    `${collection.documents.length} documents, ${collection.queries.length} searches; starting every service`,
  );
  await using cluster = await Cluster.start({});
  const { reader } = await cluster.organization.add('reader');
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    const documentIds = await store(client, reader!, collection);
    await until(
      'the search finds all documents',
      async () => (await isIndexed(client)) || undefined,
      600_000,
    );
    return [await measure(reader!, collection, documentIds)];
  } finally {
    await client.end();
  }
}

/** Stores the documents as messages of one channel and the same time. @returns the documents by the IDs of their messages */
async function store(
  client: pg.Client,
  reader: Person,
  { documents }: Collection,
): Promise<Map<number, string>> {
  await reader.subscribe(['documents']);
  const { stream_id: channelId } = await reader.api.get('/get_stream_id', { stream: 'documents' });
  await client.query('set search_path to messaging');
  const ids = new Map<number, string>();
  const batch = 1_000;
  for (let first = 0; first < documents.length; first += batch) {
    const some = documents.slice(first, first + batch);
    const { rows } = await client.query<{ id: string }>(
      `with texts as (
         select nextval('message_ids') as id, t.content from unnest($1::text[]) with ordinality t (content, n) order by t.n)
       insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
         renderer_version, sent_at, client, send_key, read_by_sender)
       select id, $2::int8, $3::int8, 'documents', 1, $3::int8, content, '<p>document</p>', 1, now(), 'bench', uuidv7(), true
         from texts order by id
       returning id`,
      [some.map(({ text }) => text), reader.userId, channelId],
    );
    for (const [index, { id }] of rows.entries()) ids.set(Number(id), some[index]!.id);
  }
  return ids;
}

async function isIndexed(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ complete: boolean }>(
    'select indexed_until >= (select max(id) from messages) as complete from search_progress',
  );
  return rows[0]!.complete;
}

async function measure(
  reader: Person,
  { name, documents, queries, judgments }: Collection,
  documentIds: ReadonlyMap<number, string>,
): Promise<Figure> {
  let sum = 0;
  for (const { id, text } of queries) {
    const narrow = [{ operator: 'search', operand: operandOf(text) }];
    const query = { narrow, anchor: 'newest', num_before: 10, num_after: 0, sort: 'relevance' };
    const { messages } = await reader.api.get('/messages', query);
    const found = messages.map((message: { id: number }) => documentIds.get(message.id) ?? '');
    sum += ndcgAt10(found, judgments.get(id)!);
  }
  const value = sum / queries.length;
  return {
    name: `relevance: nDCG@10 of ${name}`,
    value,
    unit: '',
    ...(!Number.isNaN(published) && { aim: `≥ ${published} (BM25)`, met: value >= published }),
    method: `${queries.length} searches with \`sort=relevance\` over HTTP, ${documents.length} documents as messages`,
  };
}
