/**
 * Measures what dividing a table of messages by ranges of IDs costs a page of many channels, and what it saves when old messages are
 * deleted. Prints a table (docs/decisions/partitions-of-messages.md).
 *
 *     node --conditions=parley-source services/messaging/bench/partitions.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { initPostgres, startPostgres } from '@parley/embedded';
import pg from 'pg';

const messages = Number(process.env.BENCH_MESSAGES ?? 400_000);
const channels = 200;
const runs = 15;

const dir = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'parley-partitions-'));
await initPostgres({ dir: join(dir, 'pg'), password: 'bench' });
const postgres = await startPostgres({ dir: join(dir, 'pg'), password: 'bench' });
const client = new pg.Client({ connectionString: postgres.url });
try {
  await client.connect();
  for (const partitions of [1, 4, 16, 64]) await measure(partitions);
} finally {
  await client.end();
  await postgres.stop();
  await rm(dir, { recursive: true, force: true });
}

async function measure(partitions: number): Promise<void> {
  const size = Math.ceil(messages / partitions);
  await client.query('drop table if exists m');
  await client.query(
    'create table m (id bigint not null, channel_id bigint, content text, primary key (id)) partition by range (id)',
  );
  for (let n = 0; n < partitions; n++)
    await client.query(
      `create table m_${n} partition of m for values from (${n * size}) to (${(n + 1) * size})`,
    );
  await client.query('create index on m (channel_id, id)');
  await client.query(
    `insert into m select n, 1 + n * 7919::bigint % ${channels}, repeat('x', 300) from generate_series(0, ${messages - 1}) n`,
  );
  await client.query('vacuum analyze m');
  const page = `select h.id from generate_series(1, ${channels}) c cross join lateral (
      select id from m where channel_id = c and id < $1 order by id desc limit 2) h order by h.id desc limit 50`;
  const bounded = page.replace('id < $1', `id < $1 and id >= $1 - ${size}`);
  const planned = await times(page);
  const within = await times(bounded);
  const startedMs = performance.now();
  if (partitions === 1) await client.query(`delete from m where id < ${Math.floor(messages / 4)}`);
  else for (let n = 0; n < partitions / 4; n++) await client.query(`drop table m_${n}`);
  const removedMs = performance.now() - startedMs;
  console.log(
    `${String(partitions).padStart(3)} partitions: a page ${planned}; with a range of IDs ${within}; removing a quarter ${removedMs.toFixed(0)} ms`,
  );
}

/** Returns the fastest planning and execution of a statement. */
async function times(text: string): Promise<string> {
  const found: [number, number][] = [];
  for (let run = 0; run < runs; run++) {
    const { rows } = await client.query(`explain (analyze, timing off, format json) ${text}`, [messages]);
    const [plan] = rows[0]['QUERY PLAN'];
    found.push([plan['Planning Time'], plan['Execution Time']]);
  }
  const least = (index: 0 | 1) => Math.min(...found.map((each) => each[index])).toFixed(2);
  return `${least(0)} ms to plan, ${least(1)} ms to run`;
}
