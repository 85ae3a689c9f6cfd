import { setTimeout } from 'node:timers/promises';
import type { Person } from '@parley/test-kit';
import pg from 'pg';
import type { Scenario } from '../bench.ts';
import { generateOrganization } from '../reading/organization.ts';
import { addReaders } from '../reading/readers.ts';
import { type Figure, maximum } from '../report.ts';
import { generateSearched, words, wordsOfMessages } from '../searching/generate.ts';
import { percentile } from '../stats.ts';

/** An environment variable reduces the size for a shorter trial run. */
const messages = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const channels = 300;
const people = 1_000;
const runs = Number(process.env.BENCH_RUNS ?? 200);
/** With a number, the messages are of an import and spread over so many years. */
const years = Number(process.env.BENCH_YEARS ?? 0);

/** The aims for ten million messages, and half of them up to a million (p50 and p99, in milliseconds). */
const [p50Aim, p99Aim] = messages <= 1_000_000 ? [10, 75] : [20, 150];

/** Measures searches of a reader of 300 channels, and what the index costs. */
export const search: Scenario = async ({ cluster, organization, say }) => {
  const readers = await addReaders(organization);
  await generateOrganization(cluster.databaseUrl, { messages, people, channels, topics: 20 }, readers);
  say(`Generating ${messages} messages`);
  await generateSearched(cluster.databaseUrl, { messages, channels, people, years });
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  try {
    const figures = [await rebuilding(client, say)];
    await client.query('vacuum analyze messaging.search_documents');
    figures.push(await size(client));
    const some = await wordsOfMessages(client, runs);
    const three = some.filter(({ length }) => length === 3);
    const { everything: reader } = readers;
    const kinds: [name: string, operand: (run: number) => string, more?: object][] = [
      ['a rare word', () => `${words.rare} `],
      ['a word of every second message', () => `${words.frequent} `],
      ['three words', (run) => `${three[run % three.length]!.join(' ')} `],
      ['a phrase', () => `"${words.phrase.join(' ')}"`],
      ['a beginning', (run) => three[run % three.length]![0]!.slice(0, 3)],
      ['a word that is absent', (run) => `xyzzy${run} `],
      ['a frequent word by relevance', () => `${words.frequent} `, { sort: 'relevance' }],
    ];
    for (const [name, operand, more] of kinds) figures.push(...(await timed(reader, name, operand, more)));
    return figures;
  } finally {
    await client.end();
  }
};

/** Waits until the worker has made all documents. */
async function rebuilding(client: pg.Client, say: (line: string) => void): Promise<Figure> {
  const left = async () => {
    const { rows } = await client.query<{ left: string }>(
      'select count(*) as left from messaging.messages m, messaging.search_rebuild r where m.id < r.rebuilt_from',
    );
    return Number(rows[0]!.left);
  };
  const first = await left();
  const startedMs = performance.now();
  let now = first;
  while (now >= 1) {
    await setTimeout(2_000);
    now = await left();
    say(`${now} messages are left to index`);
  }
  const value = Math.round(first / ((performance.now() - startedMs) / 1_000));
  return {
    name: 'search: rebuilding the index',
    value,
    unit: 'messages/s',
    aim: '≥ 5,000 messages/s',
    met: value >= 5_000,
    method: 'by the worker of one process of messaging',
  };
}

async function size(client: pg.Client): Promise<Figure> {
  const { rows } = await client.query<{ bytes: string }>(`
    select sum(pg_total_relation_size(inhrelid))::int8 as bytes from pg_inherits
     where inhparent = 'messaging.search_documents'::regclass`);
  return maximum({
    name: 'search: index for each message of 100 characters',
    value: Math.round(Number(rows[0]!.bytes) / messages),
    unit: 'bytes',
    aim: 350,
    method: 'tables and indexes of all partitions',
  });
}

async function timed(
  reader: Person,
  name: string,
  operand: (run: number) => string,
  more: object = {},
): Promise<Figure[]> {
  const samples: number[] = [];
  for (let run = -20; run < runs; run++) {
    const narrow = [{ operator: 'search', operand: operand(Math.abs(run)) }];
    const startedMs = performance.now();
    await reader.api.get('/messages', { narrow, anchor: 'newest', num_before: 50, num_after: 0, ...more });
    if (run >= 0) samples.push(performance.now() - startedMs);
  }
  const method = `${runs} requests one after the other, with HTTP, ${messages} messages, ${channels} channels`;
  const figure = (share: number, label: string, aim: number) =>
    maximum({
      name: `search: ${name}, ${label}`,
      value: percentile(samples, share),
      unit: 'ms',
      aim,
      method,
    });
  return [figure(0.5, 'p50', p50Aim!), figure(0.99, 'p99', p99Aim!)];
}
