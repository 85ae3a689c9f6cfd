/**
 * Compares sends through the batcher with plain inserts of a row and event, on an embedded PostgreSQL with fsync on.
 * Prints a table.
 *
 *     node --conditions=parley-source services/messaging/bench/send.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { roleSettingsOf, silentLogger } from '@parley/core';
import { createDb, type Db, migrate, sql } from '@parley/db';
import { initPostgres, startPostgres } from '@parley/embedded';
import { Registry } from 'prom-client';
import { findBySendKeys, insertMessages, type NewMessage } from '../src/db/messages.ts';
import { Batcher } from '../src/in-memory/send-batcher.ts';
import { newMessage } from '../test/new-message.ts';

const durationMs = Number(process.env.BENCH_MS ?? 4_000);
const runs = Number(process.env.BENCH_RUNS ?? 3);
const content = 'A message of about three hundred characters. '.repeat(7);

const message = (): NewMessage =>
  newMessage({
    channelId: 1 + Math.floor(Math.random() * 50),
    topic: `topic ${Math.floor(Math.random() * 20)}`,
    content,
    renderedContent: `<p>${content}</p>`,
    sentAt: Math.floor(Date.now() / 1000),
    event: Buffer.alloc(900, 120),
  });

/**
 * Returns the messages per second that concurrent calls of `task` write, as the median of several runs after a warm-up.
 */
async function rate(concurrency: number, task: () => Promise<unknown>, perTask = 1): Promise<number> {
  const rates: number[] = [];
  for (let run = 0; run <= runs; run++) {
    const started = performance.now();
    const until = started + (run === 0 ? durationMs / 4 : durationMs);
    let done = 0;
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        while (performance.now() < until) {
          await task();
          done += perTask;
        }
      }),
    );
    if (run > 0) rates.push((done * 1000) / (performance.now() - started));
  }
  return Math.round(rates.sort((a, b) => a - b)[Math.floor(rates.length / 2)]!);
}

/** Inserts a plain row and emits an event in one statement, for comparison with the batcher. */
async function rawInsert(db: Db, { sendKey, event }: NewMessage): Promise<void> {
  await db.execute(sql`
    with inserted as (insert into bench_raw (send_key, content) values (${sendKey}::uuid, ${content}) returning id),
    emitted as materialized (select log.emit(${event}::bytea, id) as lsn from inserted)
    select count(lsn) from emitted`);
}

const dir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'parley-bench-'));
await initPostgres({ dir: join(dir, 'pg'), password: 'bench' });
const postgres = await startPostgres({ dir: join(dir, 'pg'), password: 'bench' });
try {
  await migrate({
    adminUrl: postgres.url,
    services: [
      {
        schema: 'messaging',
        role: 'parley_messaging',
        password: 'bench',
        settings: roleSettingsOf('messaging'),
        migrations: join(import.meta.dirname, '../src/db/migrations'),
      },
    ],
  });
  const db = createDb({
    url: postgres.databaseUrl('postgres', { user: 'parley_messaging', password: 'bench' }),
    poolSize: 20,
    logger: silentLogger,
    registry: new Registry(),
    applicationName: 'bench',
  });
  await db.execute(
    sql`create table bench_raw (id bigint primary key generated always as identity, send_key uuid unique, content text)`,
  );
  const rows: [string, number][] = [];
  rows.push(['raw insert + emit, 16 connections', await rate(16, () => rawInsert(db, message()))]);
  rows.push(['one row a statement, 16 concurrently', await rate(16, () => insertMessages(db, [message()]))]);
  rows.push([
    '4 statements of 16 rows',
    await rate(4, () => insertMessages(db, Array.from({ length: 16 }, message)), 16),
  ]);
  for (const statements of [1, 2, 4]) {
    const batcher = new Batcher({
      write: (messages) => insertMessages(db, messages),
      find: (keys) => findBySendKeys(db, keys),
      registry: new Registry(),
      statements,
    });
    for (const senders of [1, 32, 256]) {
      const perSecond = await rate(senders, () => batcher.send(message(), Date.now() + 10_000));
      rows.push([`batcher, ${statements} statements, ${senders} senders`, perSecond]);
    }
  }
  for (const [name, perSecond] of rows) console.log(`${name.padEnd(44)} ${String(perSecond).padStart(8)}/s`);
  await db.close();
} finally {
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}
