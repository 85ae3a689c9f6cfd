import pg from 'pg';
import { Pool } from 'undici';
import type { Bench } from '../bench.ts';
import { inParallel } from '../bench.ts';
import { clusterCpu, total } from '../processes.ts';
import { percentile } from '../stats.ts';
import { ask, type Side } from './side.ts';
import { firstId, type Size } from './size.ts';

/** Interval between two pings of the same person, in seconds. */
const everySeconds = 60;
const windowSeconds = 8;
const connections = 32;

/** Measured costs when all people ping. */
export type PingCosts = { cpuMs: number; p50: number; p99: number; cores: number; bytes: number };

/**
 * Measures presence pings at the rate of an organization in which all people are online. Each person pings once a minute, and
 * requests the changes since the previous ping.
 */
export async function measurePings(side: Side, say: Bench['say']): Promise<PingCosts> {
  const { cluster, size } = side;
  const perSecond = size.people / everySeconds;
  const people = pinging(size, Math.round(perSecond * windowSeconds));
  const pool = new Pool(cluster.url, { connections });
  try {
    // Lets the gateways cache the API keys of the pinging people, as after the first minute of a real day.
    await inParallel(people.length, 16, (at) =>
      ask({ pool }, people[at]!, 'POST', '/users/me/presence', { status: 'active', ping_only: 'true' }),
    );
    const first = await pretendPings(cluster.databaseUrl, perSecond);
    let bytes = 0;
    const ping = async (at: number): Promise<number> => {
      const lastUpdateId = first + Math.floor(at / perSecond);
      const started = performance.now();
      const answer = await ask({ pool }, people[at]!, 'POST', '/users/me/presence', {
        status: 'active',
        last_update_id: String(lastUpdateId),
      });
      bytes += answer.bytes;
      return performance.now() - started;
    };
    const before = clusterCpu(cluster);
    const started = performance.now();
    const latencies = await atRate(people.length, perSecond, ping);
    const seconds = (performance.now() - started) / 1_000;
    const after = clusterCpu(cluster);
    const used = total(after) - total(before);
    const each = [...after].map(
      ([name, cpu]) => `${name} ${(((cpu - before.get(name)!) / people.length) * 1e6).toFixed(0)}`,
    );
    say(`A ping of ${size.people} people: ${each.join(', ')} µs; ${Math.round(bytes / people.length)} bytes`);
    return {
      cpuMs: (used / people.length) * 1_000,
      p50: percentile(latencies, 0.5),
      p99: percentile(latencies, 0.99),
      cores: used / seconds,
      bytes: bytes / people.length,
    };
  } finally {
    await pool.close();
  }
}

/** Returns the numbers of the first `count` active people who are not bots. */
function pinging({ people }: Size, count: number): number[] {
  const found: number[] = [];
  for (let n = 1; n <= people && found.length < count; n++) if (n % 20 !== 13 && n % 500 !== 7) found.push(n);
  return found;
}

/**
 * Writes the rows that a replica would have written during the last minute. All people are active, distributed evenly over the
 * seconds. Returns the first of the rows' update IDs.
 */
async function pretendPings(databaseUrl: string, perSecond: number): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ last: string }>(
      'select last_value as last from user_admin.presence_updates',
    );
    const first = Number(rows[0]!.last) + 1_000;
    await client.query(
      `insert into user_admin.presences (user_id, active_at, idle_at, update_id)
       select user_id, now, now, $1 + floor((user_id - ${firstId}) / $2::float8)
         from user_admin.users, (select extract(epoch from now())::int8 as now) as clock
        where user_id > ${firstId} and is_active and bot_type is null
       on conflict (user_id) do update set active_at = excluded.active_at, idle_at = excluded.idle_at,
         update_id = excluded.update_id`,
      [first, perSecond],
    );
    await client.query("select setval('user_admin.presence_updates', $1)", [first + everySeconds + 1]);
    await client.query('vacuum analyze user_admin.presences');
    // The service reads the table once a second.
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    return first;
  } finally {
    await client.end();
  }
}

/** Starts pings at an even rate without waiting for earlier answers. Returns the latency of each ping. */
async function atRate(
  count: number,
  perSecond: number,
  ping: (index: number) => Promise<number>,
): Promise<number[]> {
  const started = performance.now();
  const running: Promise<number>[] = [];
  while (running.length < count) {
    const due = Math.min(count, Math.floor(((performance.now() - started) / 1_000) * perSecond));
    while (running.length < due) running.push(ping(running.length));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return Promise.all(running);
}
