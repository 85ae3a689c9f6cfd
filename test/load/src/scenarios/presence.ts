import { createHash } from 'node:crypto';
import pg from 'pg';
import { Pool } from 'undici';
import { type Bench, inParallel, type Scenario } from '../bench.ts';
import { clusterCpu, total } from '../processes.ts';
import { percentile } from '../stats.ts';

const people = Number(process.env.BENCH_PEOPLE_PRESENT ?? 50_000);
const perSecond = people / 60;
const windowMs = 20_000;
const connections = 64;
const comingAtOnce = 16;

/**
 * Measures 50,000 users who ping once a minute and request changes: the CPU use of all processes, and the latency of a ping.
 */
export const presence: Scenario = async (bench) => {
  bench.say(`Creating ${people} accounts`);
  await createAccounts(bench.cluster.databaseUrl);
  const pool = new Pool(bench.cluster.url, { connections, pipelining: 1 });
  const lastUpdateIds = Int32Array.from({ length: people }, (_, index) => stepOf(index));
  let bytes = 0;
  const ping = async (index: number): Promise<number> => {
    const started = performance.now();
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/api/v1/users/me/presence',
      headers: {
        authorization: `Basic ${Buffer.from(`${addressOf(index)}:${keyOf(index)}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: `status=active&last_update_id=${lastUpdateIds[index]}`,
    });
    const text = await body.text();
    if (statusCode !== 200) throw new Error(`A ping was answered ${statusCode}: ${text.slice(0, 200)}`);
    bytes += text.length;
    lastUpdateIds[index] = Number(/"presence_last_update_id":(-?\d+)/.exec(text)![1]);
    return performance.now() - started;
  };
  try {
    // The table already contains rows that say that all users were active a minute ago.
    await untilKnown(ping, lastUpdateIds);
    bench.say('Everybody comes');
    const coming = await measured(bench, () => inParallel(people, comingAtOnce, ping));
    bench.say(`${Math.round(perSecond)} pings a second for ${windowMs / 1000} s`);
    bytes = 0;
    const { latencies, cores } = await measured(bench, () => atRate(ping));
    bench.say(`${Math.round(bytes / latencies.length)} bytes per answer`);
    const p99 = percentile(latencies, 0.99);
    const method = `${people} people pinging once a minute, each asking what changed, ${windowMs / 1000} s`;
    return [
      {
        name: `cores for presence of ${people.toLocaleString('en')} people, all processes`,
        value: cores,
        unit: 'cores',
        aim: '< 1 core',
        met: cores < 1,
        method,
      },
      { name: 'p99 of these pings', value: p99, unit: 'ms', aim: '< 50 ms', met: p99 < 50, method },
      {
        name: 'CPU of all processes per first ping',
        value: ((coming.cores * coming.seconds) / people) * 1e6,
        unit: 'µs',
        method: `everybody once, ${comingAtOnce} at a time; nobody's key is remembered yet`,
      },
    ];
  } finally {
    await pool.close();
  }
};

/**
 * Runs `run`, which sends pings. Returns their latencies in milliseconds, the duration in seconds, and the average number of
 * used CPU cores.
 */
async function measured(
  { cluster, say }: Bench,
  run: () => Promise<number[]>,
): Promise<{ latencies: number[]; cores: number; seconds: number }> {
  const started = performance.now();
  const before = clusterCpu(cluster);
  const latencies = await run();
  const after = clusterCpu(cluster);
  const seconds = (performance.now() - started) / 1000;
  const shares = [...after].map(
    ([name, used]) => `${name} ${((used - (before.get(name) ?? 0)) / seconds).toFixed(3)}`,
  );
  say(`Cores: ${shares.join(', ')}; p99 ${percentile(latencies, 0.99).toFixed(1)} ms`);
  return { latencies, seconds, cores: (total(after) - total(before)) / seconds };
}

/** Returns the update ID of a user's row from the previous minute. Users who reported in the same second have the same ID. */
const stepOf = (index: number): number => 1 + Math.floor(index / perSecond);

/** Waits until the service has read the rows that were written directly into its table. */
async function untilKnown(
  ping: (index: number) => Promise<number>,
  lastUpdateIds: Int32Array,
): Promise<void> {
  const last = people - 1;
  while (lastUpdateIds[last]! <= stepOf(last)) {
    await ping(last);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

/** Maximum number of concurrent pings. With more, the machine is overloaded, and the latency is mostly queueing time. */
const maxUnderWay = 2_000;

/** Starts pings at an even rate without waiting for earlier answers. Returns the latency of each ping. */
async function atRate(ping: (index: number) => Promise<number>): Promise<number[]> {
  const count = Math.round((perSecond * windowMs) / 1000);
  const started = performance.now();
  const running: Promise<number>[] = [];
  let underWay = 0;
  while (running.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - started) / 1000) * perSecond));
    while (running.length < due) {
      if (++underWay > maxUnderWay) throw new Error('The machine does not keep up with the pings.');
      running.push(ping(running.length % people).finally(() => underWay--));
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Promise.all(running);
}

const addressOf = (index: number): string => `presence${index}@load.example`;
const keyOf = (index: number): string =>
  createHash('sha256').update(`presence ${index}`).digest('hex').slice(0, 32);

/** Writes accounts with known API keys directly into the tables. 50,000 sign-ins would take longer than the measurement. */
async function createAccounts(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `with people as (
         insert into user_admin.users (delivery_email, delivery_email_key, email, email_key, full_name, role)
         select address, address, address, address, 'Present ' || n, 400
           from (select n, 'presence' || n || '@load.example' as address
                   from generate_series(0, $1::int - 1) as n) as p
         returning user_id, email)
       insert into user_admin.credentials (user_id, api_key_sha256, api_key_sealed)
       select user_id, sha256(convert_to(left(encode(sha256(convert_to(
                replace(split_part(email, '@', 1), 'presence', 'presence '), 'utf8')), 'hex'), 32), 'utf8')), ''
         from people`,
      [people],
    );
    await client.query(
      `insert into user_admin.presences (user_id, active_at, idle_at, update_id)
       select user_id, now, now, 1 + floor(substr(split_part(email, '@', 1), 9)::int / $1::float8)
         from user_admin.users, (select extract(epoch from now())::int8 as now) as clock
        where email like 'presence%@load.example'`,
      [perSecond],
    );
    await client.query("select setval('user_admin.presence_updates', 61)");
    await client.query('analyze user_admin.users, user_admin.credentials, user_admin.presences');
  } finally {
    await client.end();
  }
}
