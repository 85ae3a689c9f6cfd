/**
 * Measures the statements of a search over a million messages, half of them imported and spread over ten years, for a reader of 300
 * channels, and prints a table with the processor time of PostgreSQL and of this process for each, the fastest and the median of many
 * runs, and what the index takes. Other work on the machine changes the times much, and the processor time little. It fills the tables without the
 * worker: documents are analysed once for some thousand texts, which differ by their IDs, and the indexes of terms are built at the end.
 *
 *     BENCH_MESSAGES=1000000 node --conditions=parley-source services/messaging/bench/search-scale.ts
 */
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roleSettingsOf, silentLogger } from '@parley/core';
import { createDb, type Db, migrate } from '@parley/db';
import { initPostgres, startPostgres } from '@parley/embedded';
import { firstSentId } from '@parley/rules';
import { analyzeText, languagesOfSearch, parseSearch } from '@parley/search-text';
import pg from 'pg';
import { Registry } from 'prom-client';
import type { Ctx } from '../src/context.ts';
import { rankedMessages } from '../src/db/searching/search-documents.ts';
import { visible } from '../src/db/visible.ts';
import { wholeHistory } from '../src/domain/reading/visibility.ts';
import {
  blockTerm,
  channelTerm,
  documentVersion,
  lineOf,
  partitionOf,
} from '../src/domain/searching/search-document.ts';
import { type Corrections, formsOfSpellings, spellingsOf } from '../src/domain/searching/typing-errors.ts';
import { findReadable } from '../src/reading/find-readable.ts';
import { createPostgresIndex } from '../src/search/postgres-index.ts';
import { cpuSeconds } from './cpu.ts';

const messages = Number(process.env.BENCH_MESSAGES ?? 1_000_000);
const runs = Number(process.env.BENCH_RUNS ?? 40);
const channels = 300;
const texts = 5_000;
const importedUntil = 1_700_000_000_000;
const tenYearsMs = 315_576_000_000;
const batch = 10_000;

let seed = 7;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const letters = 'aeioubcdfglmnprst';
/** Returns a word of 30,000, few of which are frequent. */
const word = (): string => {
  const n = Math.floor((random(1_000_000) / 1_000_000) ** 3 * 29_999);
  return Array.from(
    { length: 3 + (n % 5) },
    (_, s) => letters[(n * 31 * (s + 1) + Math.floor(n / 17)) % 17],
  ).join('');
};
const contents = Array.from(
  { length: texts },
  (_, n) =>
    Array.from({ length: 15 }, word).join(' ') +
    (n % 2 ? ' however' : '') +
    (n % 50 === 3 ? ' annual report' : ''),
);
/** The terms of the texts and topics, without those of the place of a message. */
const terms = contents.map((content) => lineOf(analyzeText(content)));
const topics = Array.from({ length: 20 }, (_, n) => `topic ${n}`);

const half = messages / 2;
const idOf = (n: number): number =>
  n < half ? importedUntil - Math.floor((half - n) * (tenYearsMs / half)) : firstSentId + n - half;

async function fill(client: pg.Client): Promise<void> {
  await client.query(
    "set search_path to messaging; set synchronous_commit to off; set maintenance_work_mem to '512MB'",
  );
  const { rows: indexes } = await client.query<{ name: string; definition: string }>(`
    select i.indexname as name, i.indexdef as definition from pg_indexes i
     where i.schemaname = 'messaging' and i.tablename = 'messages' and i.indexname not like '%pkey'`);
  for (const { name } of indexes) await client.query(`drop index if exists ${name}`).catch(() => undefined);
  const partitions = [...new Set(Array.from({ length: messages }, (_, n) => partitionOf(idOf(n))))];
  for (const first of partitions) await client.query(`select add_search_partition(${first})`);
  const { rows: built } = await client.query<{ name: string; definition: string }>(
    `select indexname as name, indexdef as definition from pg_indexes where schemaname = 'messaging' and indexname ~ '^search_documents_.*_words_idx'`,
  );
  const {
    rows: [parentIndex],
  } = await client.query<{ definition: string }>(
    `select indexdef as definition from pg_indexes where schemaname = 'messaging' and indexname = 'search_documents_words_idx'`,
  );
  await client.query('drop index search_documents_words_idx');
  for (let first = 0; first < messages; first += batch) {
    const ns = Array.from({ length: Math.min(batch, messages - first) }, (_, index) => first + index);
    const ids = ns.map(idOf);
    const ofText = ns.map((n) => (n * 7_919) % texts);
    const channelIds = ns.map((n) => 1 + (n % channels));
    const rare = ns.map((n) => (n % 1_000 === 7 ? ' kestrel' : ''));
    await client.query(
      `insert into messages (id, sender_id, channel_id, topic, origin_id, origin_channel_id, content, rendered_content,
         renderer_version, sent_at, client, send_key, read_by_sender)
       select id, 1 + id % 1000, c, 'topic ' || t % 20, c, c, 'text', '<p>text</p>', 1, to_timestamp(1.7e9), 'bench', uuidv7(), true
         from unnest($1::int8[], $2::int8[], $3::int4[]) g (id, c, t)`,
      [ids, channelIds, ofText],
    );
    await client.query(
      `insert into search_documents (message_id, words) select id, w from unnest($1::int8[], $2::text[]) g (id, w)`,
      [
        ids,
        ofText.map(
          (text, index) =>
            `${blockTerm(ids[index]!)} ${terms[text]}${rare[index]} ${channelTerm(channelIds[index]!)} ${topics[text % 20]}`,
        ),
      ],
    );
  }
  // The definition of an index of a partitioned table names this table only, without its partitions.
  await client.query(parentIndex!.definition.replace(' ON ONLY ', ' ON '));
  const last = firstSentId + messages - half - 1;
  await client.query(`update search_progress set indexed_until = ${last};
    update search_rebuild set version = ${documentVersion}, rebuilt_from = 0, current_from = 0`);
  await client.query('vacuum analyze messages');
  await client.query('vacuum analyze search_documents');
  console.log(`${partitions.length} partitions, ${built.length} of them with an index of terms`);
}

/** Does something once to warm up, and then measures many runs. */
async function timed(pid: number, name: string, work: () => Promise<number>): Promise<void> {
  const found = await work();
  const samples: number[] = [];
  const before = cpuSeconds(pid);
  const own = process.cpuUsage();
  for (let run = 0; run < runs; run++) {
    const startedMs = performance.now();
    await work();
    samples.push(performance.now() - startedMs);
  }
  const { user, system } = process.cpuUsage(own);
  const cpu = ((cpuSeconds(pid) - before) * 1_000) / runs;
  samples.sort((a, b) => a - b);
  const ms = (value: number) => `${value.toFixed(1).padStart(6)} ms`;
  console.log(
    `${name.padEnd(62)} PostgreSQL ${ms(cpu)}  process ${ms((user + system) / 1_000 / runs)}  fastest ${ms(samples[0]!)}` +
      `  median ${ms(samples[Math.floor(runs / 2)]!)} ${String(found).padStart(5)} found`,
  );
}

async function measure(db: Db, pid: number): Promise<void> {
  const searchIndex = createPostgresIndex(db, silentLogger);
  await searchIndex.catchUp();
  const ctx = { db, searchIndex } as unknown as Ctx;
  const visibility = new Map(Array.from({ length: channels }, (_, n) => [n + 1, wholeHistory] as const));
  const where = visible(1, visibility);
  const search = (words: string, anchor: number, limit = 51) =>
    findReadable(
      ctx,
      parseSearch(words),
      { anchor, direction: 'older', limit, above: -1, below: Number.MAX_SAFE_INTEGER, where },
      AbortSignal.timeout(60_000),
    );
  const kinds = {
    'a rare word': 'kestrel ',
    'a word of every second message': 'however ',
    'a phrase': '"annual report"',
  };
  const [one] = contents.filter((content) => content.length > 90);
  const three = one!
    .split(' ')
    .filter((each) => each.length > 4)
    .slice(0, 3);
  const { words } = parseSearch('kestrle however ');
  const german = languagesOfSearch('eine Suche auf Deutsch', ['en']);
  const termsOf = (corrections: Corrections) => [...corrections.values()].flat().map(({ term }) => term);
  const all = {
    ...kinds,
    'three words': `${three.join(' ')} `,
    'a beginning': three[0]!.slice(0, 3),
    'no message': 'xyzzyx ',
  };
  for (const [name, words] of Object.entries(all)) {
    await timed(pid, name, async () => (await search(words, Number.MAX_SAFE_INTEGER)).length);
    await timed(
      pid,
      `${name}, from the middle of the import`,
      async () => (await search(words, idOf(half / 2))).length,
    );
  }
  const spellings = termsOf(spellingsOf(words));
  const forms = termsOf(formsOfSpellings(words, german));
  await timed(
    pid,
    `which of ${spellings.length} spellings exist`,
    async () => (await searchIndex.known(spellings)).size,
  );
  await timed(pid, `which of ${forms.length} forms exist`, async () => (await searchIndex.known(forms)).size);
  const newest = await search('however ', Number.MAX_SAFE_INTEGER, 1_001);
  const ranked = parseSearch('however ');
  await timed(
    pid,
    'relevance: finding a thousand matches',
    async () => (await search('however ', Number.MAX_SAFE_INTEGER, 1_001)).length,
  );
  await timed(
    pid,
    'relevance: their terms',
    async () => (await searchIndex.occurrences(ranked, newest)).size,
  );
  await timed(pid, 'relevance: what else ranks them', async () => (await rankedMessages(db, newest)).length);
  const { bytes } = await searchIndex.state();
  console.log(`the index takes ${(bytes / messages).toFixed(0)} bytes a message`);
}

const dir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'parley-search-scale-'));
await initPostgres({ dir: join(dir, 'pg'), password: 'bench' });
const postgres = await startPostgres({ dir: join(dir, 'pg'), password: 'bench' });
try {
  const migrations = join(import.meta.dirname, '../src/db/migrations');
  const settings = roleSettingsOf('messaging');
  const schema = { schema: 'messaging', role: 'parley_messaging', password: 'bench', settings, migrations };
  await migrate({ adminUrl: postgres.url, services: [schema] });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const startedMs = performance.now();
  await fill(client);
  console.log(`${messages} messages filled in ${((performance.now() - startedMs) / 1_000).toFixed(0)} s`);
  await client.end();
  const url = postgres.databaseUrl('postgres', { user: 'parley_messaging', password: 'bench' });
  const logger = silentLogger;
  const db = createDb({ url, poolSize: 8, logger, registry: new Registry(), applicationName: 'bench' });
  const pid = Number(readFileSync(join(dir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
  await measure(db, pid);
  await db.close();
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
