import pg from 'pg';
import { bareRequestCost } from '../bare-request.ts';
import { createChannel, type Scenario } from '../bench.ts';
import { HttpSender } from '../http-sender.ts';
import { clusterCpu, total } from '../processes.ts';
import { maximum } from '../report.ts';
import { median, percentile, repeat } from '../stats.ts';

const roundMs = 4_000;
/** Warm-up time in milliseconds. The rate increases until all processes have compiled their hot code. */
const warmUpMs = 20_000;
const micros = (seconds: number): number => Math.round(seconds * 1e6);

/** Measures acknowledged sends over HTTP, in comparison with bare inserts of a row and its event into the same database. */
export const sends: Scenario = async (bench) => {
  const channelId = await createChannel(bench, 'load sends');
  const raw = median(await repeat(bench.rounds, () => rawInserts(bench.cluster.databaseUrl, roundMs)));
  bench.say(`raw insert + emit: ${Math.round(raw)}/s`);
  const bare = await bareRequestCost();
  const sender = new HttpSender(bench.cluster.url, bench.sender, 32);
  try {
    await sender.sendFor(warmUpMs, 32, channelId);
    const cpuPerSend: number[] = [];
    const latencies: number[] = [];
    const rates = await repeat(bench.rounds, async () => {
      const before = clusterCpu(bench.cluster);
      const sent = await sender.sendFor(roundMs, 32, channelId);
      const after = clusterCpu(bench.cluster);
      cpuPerSend.push((total(after) - total(before)) / sent.length);
      const shares = [...after].map(
        ([name, used]) => `${name} ${micros((used - (before.get(name) ?? 0)) / sent.length)}`,
      );
      bench.say(
        `${Math.round(sent.length / (roundMs / 1000))} sends/s; CPU µs per send: ${shares.join(', ')}`,
      );
      latencies.push(
        percentile(
          sent.map((each) => each.milliseconds),
          0.99,
        ),
      );
      return sent.length / (roundMs / 1000);
    });
    const rate = median(rates);
    const method = `median of ${bench.rounds} rounds of ${roundMs / 1000} s`;
    return [
      {
        name: 'sends acknowledged over HTTP, 32 connections',
        value: rate,
        unit: '/s',
        limit: raw,
        aim: '≥ 35 % of raw',
        met: rate >= 0.35 * raw,
        method: `${method}; limit: single-row insert + log.emit over 16 connections, one statement each`,
      },
      { name: 'p99 of these sends', value: median(latencies), unit: 'ms', method },
      maximum({
        name: 'CPU of all processes per send',
        value: median(cpuPerSend) * 1e6,
        unit: 'µs',
        aim: 400,
        method,
      }),
      maximum({
        name: 'CPU of all processes per send in bare requests',
        value: median(cpuPerSend) / bare,
        unit: '',
        aim: 16,
        method: `${method}; a bare request takes ${Math.round(bare * 1e6)} µs`,
      }),
    ];
  } finally {
    await sender.close();
  }
};

/** Returns the number of transactions per second that insert a row and emit its event, over 16 connections. */
async function rawInserts(databaseUrl: string, ms: number): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 16 });
  await pool.query(`create table if not exists public.raw_rows (
    id bigint primary key generated always as identity, channel_id bigint, topic text, content text, sent_at timestamptz)`);
  const event = Buffer.alloc(400, 'e');
  const statement = {
    name: 'raw',
    text: `with row as (insert into public.raw_rows (channel_id, topic, content, sent_at) values ($1, $2, $3, now()) returning id)
      select log.emit($4, id) from row`,
    values: [1, 'load', 'c'.repeat(200), event],
  };
  const until = performance.now() + ms;
  let count = 0;
  const loop = async () => {
    while (performance.now() < until) {
      await pool.query(statement);
      count++;
    }
  };
  await Promise.all(Array.from({ length: 16 }, loop));
  await pool.query('drop table public.raw_rows');
  await pool.end();
  return count / (ms / 1000);
}
