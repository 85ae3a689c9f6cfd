/**
 * Measures what the search index costs PostgreSQL: its processor time for each send with the search column of release 0.1 and with the
 * index beside the sends, and the size of the index. Prints a table.
 *
 *     node --conditions=parley-source services/messaging/bench/search-cost.ts
 */
import { readFileSync } from 'node:fs';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roleSettingsOf, silentLogger } from '@parley/core';
import { createDb, type Db, migrate, sql } from '@parley/db';
import { initPostgres, startPostgres } from '@parley/embedded';
import { Registry } from 'prom-client';
import { insertMessages } from '../src/db/messages.ts';
import { IndexPace } from '../src/domain/searching/index-pace.ts';
import { createPostgresIndex } from '../src/search/postgres-index.ts';
import { newMessage } from '../test/new-message.ts';
import { cpuSeconds } from './cpu.ts';

const count = Number(process.env.BENCH_MESSAGES ?? 40_000);
const rowsPerStatement = Number(process.env.BENCH_ROWS ?? 4);
const rounds = Number(process.env.BENCH_ROUNDS ?? 10);
/** The pace of the worker. */
const intervalMs = 700;
/** The last migration of release 0.1. */
const lastOfEarlier = '0021';

const words =
  'we moved the annual report to new folder because nobody found pictures in old one yesterday please look at this again when you have time and tell me what think about release of next week customers asked for invoice delivery server database network budget meeting agenda lunch design review'.split(
    ' ',
  );
const names = Array.from({ length: 5_000 }, (_, n) =>
  (n * 7_919 + 100_000).toString(36).replaceAll(/\d/g, 'a'),
);
let seed = 7;
const random = (below: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % below;
};
const textOf100 = (): string => {
  let text = '';
  while (text.length < 95)
    text += `${random(8) === 0 ? names[random(names.length)] : words[random(words.length)]} `;
  return text.trim();
};

/** A server of its own, with the migrations up to a release. */
type Variant = {
  name: string;
  db: Db;
  pid: number;
  follows: boolean;
  microseconds: number[];
  stop(): Promise<void>;
};

async function start(name: string, migrations: string, follows: boolean): Promise<Variant> {
  const dir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'parley-search-cost-'));
  await initPostgres({ dir: join(dir, 'pg'), password: 'bench' });
  const postgres = await startPostgres({ dir: join(dir, 'pg'), password: 'bench' });
  const settings = roleSettingsOf('messaging');
  const schema = { schema: 'messaging', role: 'parley_messaging', password: 'bench', settings, migrations };
  await migrate({ adminUrl: postgres.url, services: [schema] });
  const url = postgres.databaseUrl('postgres', { user: 'parley_messaging', password: 'bench' });
  const logger = silentLogger;
  const db = createDb({ url, poolSize: 8, logger, registry: new Registry(), applicationName: 'bench' });
  const pid = Number(readFileSync(join(dir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0]);
  return {
    ...{ name, db, pid, follows, microseconds: [] },
    async stop() {
      await db.close();
      await postgres.stop();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** Sends a part of the messages, and lets the index follow as in production. Notes PostgreSQL's CPU microseconds for each. */
async function sendPart({ db, pid, follows, microseconds }: Variant): Promise<void> {
  const before = cpuSeconds(pid);
  await send(db, count / rounds, follows);
  microseconds.push(((cpuSeconds(pid) - before) / (count / rounds)) * 1e6);
}

async function send(db: Db, messages: number, follows: boolean): Promise<void> {
  const index = createPostgresIndex(db, silentLogger);
  const pace = new IndexPace(intervalMs);
  let isSending = true;
  const following = (async () => {
    while (follows && isSending) {
      const startedMs = performance.now();
      await index.catchUp();
      const pauseMs = startedMs + pace.after(performance.now() - startedMs) - performance.now();
      await new Promise((resolve) => setTimeout(resolve, Math.max(pauseMs, 10)));
    }
  })();
  for (let sent = 0; sent < messages; sent += 2 * rowsPerStatement) {
    await Promise.all(
      [0, 1].map(() => {
        const rows = Array.from({ length: rowsPerStatement }, () => {
          const content = textOf100();
          const channelId = 1 + random(50);
          return newMessage({
            channelId,
            topic: `topic ${random(20)}`,
            content,
            renderedContent: `<p>${content}</p>`,
          });
        });
        return insertMessages(db, rows);
      }),
    );
  }
  isSending = false;
  await following;
  if (follows) await index.catchUp();
}

async function sizeOf(db: Db): Promise<number> {
  const messages = await db.one<{ count: number }>(sql`select count(*) as count from messages`);
  const parts = await db.many<{ name: string; bytes: number }>(sql`
    select c.relname as name, pg_relation_size(c.oid) as bytes
      from pg_inherits i
      join pg_class c on c.oid = i.inhrelid or c.oid in (select x.indexrelid from pg_index x where x.indrelid = i.inhrelid)
     where i.inhparent = 'search_documents'::regclass order by 1`);
  for (const { name, bytes } of parts) line(name, `${(bytes / messages.count).toFixed(1)} bytes a message`);
  return parts.reduce((sum, { bytes }) => sum + bytes, 0) / messages.count;
}

const line = (name: string, value: string) => console.log(`${name.padEnd(60)} ${value}`);
/** The least of several parts, because other work on the machine only adds to it. */
const leastOf = ({ microseconds }: Variant): number => Math.min(...microseconds);

const migrations = join(import.meta.dirname, '../src/db/migrations');
const earlier = await mkdtemp(join(tmpdir(), 'parley-earlier-migrations-'));
for (const name of await readdir(migrations))
  if (name.slice(0, 4) <= lastOfEarlier) await cp(join(migrations, name), join(earlier, name));
const variants = [
  await start('a send with the search column of release 0.1', earlier, false),
  await start('a send now, without its place in the index', migrations, false),
  await start('a send now, with the index', migrations, true),
];
await rm(earlier, { recursive: true });
try {
  // The first round warms up. Rounds alternate, so that other work on the machine concerns all alike.
  for (let round = 0; round <= rounds; round++) for (const variant of variants) await sendPart(variant);
  for (const variant of variants) variant.microseconds.shift();
  const before = leastOf(variants[0]!);
  for (const variant of variants) {
    const least = leastOf(variant);
    line(variant.name, `${least.toFixed(0)} µs of PostgreSQL, ${(least / before).toFixed(2)} × before`);
  }
  line('the index of a message of 100 characters', `${(await sizeOf(variants[2]!.db)).toFixed(0)} bytes`);
} finally {
  for (const variant of variants) await variant.stop();
}
