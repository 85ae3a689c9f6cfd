/**
 * Measures how long after its commit a message is in the search index while 200 messages a second are sent, with the worker alone and no
 * search that would add it earlier, and how long an author's search for the message takes that was just sent. Prints a table. The exit
 * code is 1 when the index is more than a second behind (p99).
 *
 *     node --conditions=parley-source services/messaging/bench/search-freshness.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { roleSettingsOf, silentLogger } from '@parley/core';
import { createDb, type Db, migrate, sql } from '@parley/db';
import { initPostgres, startPostgres } from '@parley/embedded';
import { parseSearch } from '@parley/search-text';
import { Registry } from 'prom-client';
import { insertMessages } from '../src/db/messages.ts';
import { IndexPace } from '../src/domain/searching/index-pace.ts';
import { createPostgresIndex } from '../src/search/postgres-index.ts';
import type { SearchIndex } from '../src/search/search-index.ts';
import { newMessage } from '../test/new-message.ts';

const perSecond = 200;
const seconds = Number(process.env.BENCH_SECONDS ?? 60);
/** The pace of the worker. */
const intervalMs = 700;
const aimMs = 1_000;

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))]!;

const dir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'parley-search-freshness-'));
await initPostgres({ dir: join(dir, 'pg'), password: 'bench' });
const postgres = await startPostgres({ dir: join(dir, 'pg'), password: 'bench' });
try {
  const migrations = join(import.meta.dirname, '../src/db/migrations');
  const settings = roleSettingsOf('messaging');
  const schema = { schema: 'messaging', role: 'parley_messaging', password: 'bench', settings, migrations };
  await migrate({ adminUrl: postgres.url, services: [schema] });
  const url = postgres.databaseUrl('postgres', { user: 'parley_messaging', password: 'bench' });
  const logger = silentLogger;
  const db = createDb({ url, poolSize: 8, logger, registry: new Registry(), applicationName: 'bench' });
  await measure(db);
  await db.close();
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

async function measure(db: Db): Promise<void> {
  const committed: { id: number; at: number }[] = [];
  const lags: number[] = [];
  let isSending = true;
  const index = createPostgresIndex(db, silentLogger);
  const pace = new IndexPace(intervalMs);
  const working = (async () => {
    while (isSending) {
      const startedMs = performance.now();
      await index.catchUp();
      const paceMs = pace.after(performance.now() - startedMs);
      await setTimeout(Math.max(startedMs + paceMs - performance.now(), 10));
    }
  })();
  const watching = (async () => {
    while (isSending) {
      const { id } = await db.one<{ id: number }>(sql`select indexed_until as id from search_progress`);
      const now = performance.now();
      while (committed[0] && committed[0].id <= id) lags.push(now - committed.shift()!.at);
      await setTimeout(10);
    }
  })();
  const own: number[] = [];
  const authors = createPostgresIndex(db, silentLogger);
  const startedMs = performance.now();
  for (let second = 0; second < seconds; second++) {
    for (let part = 0; part < 20; part++) {
      const due = startedMs + second * 1_000 + part * 50;
      await setTimeout(Math.max(0, due - performance.now()));
      const messages = Array.from({ length: perSecond / 20 }, (_, n) =>
        newMessage({
          content: `second${second}part${part} number${n} of a text with about a hundred characters, as most messages have`,
          channelId: 1 + (n % 50),
        }),
      );
      const ids = await insertMessages(db, messages);
      const at = performance.now();
      for (const id of ids) committed.push({ id: id!, at });
      // Once in ten seconds an author searches; more often, the searches would do the worker's part.
      if (second % 10 !== 9 || part !== 19) continue;
      const searchedMs = performance.now();
      await authors.catchUp();
      const found = await firstStep(authors, `second${second}part${part} number7 `);
      own.push(performance.now() - searchedMs);
      if (found.length !== 1)
        throw new Error(`the author found ${found.length} messages, not the one just sent`);
    }
  }
  isSending = false;
  await Promise.all([working, watching]);
  const p99 = percentile(lags, 0.99);
  const line = (name: string, value: number) =>
    console.log(`${name.padEnd(66)} ${value.toFixed(0).padStart(6)} ms`);
  console.log(`${lags.length} messages in ${seconds} s`);
  line('from the commit until the worker has indexed it, p50', percentile(lags, 0.5));
  line('from the commit until the worker has indexed it, p99', p99);
  line('a search of the author right after sending, p50', percentile(own, 0.5));
  line('a search of the author right after sending, slowest', Math.max(...own));
  if (p99 > aimMs) process.exitCode = 1;
}

async function firstStep(index: SearchIndex, words: string): Promise<readonly number[]> {
  const range = { above: -1, below: Number.MAX_SAFE_INTEGER, wanted: 10 };
  for await (const ids of index.candidates(parseSearch(words), { ...range, direction: 'older' })) return ids;
  return [];
}
