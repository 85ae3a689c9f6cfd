import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { createChannel, type Scenario } from '../bench.ts';
import { startSends } from '../meanwhile.ts';
import { maximum } from '../report.ts';
import { percentile } from '../stats.ts';

const sendsPerSecond = 20;
const signInsPerSecond = 50;
const peopleCount = 100;
const measuredMs = 20_000;

/** Measures sends while many people sign in with passwords. Each sign-in computes an argon2 hash. */
export const signIns: Scenario = async (bench) => {
  const people = await bench.people(peopleCount);
  const channelId = await createChannel(bench, 'load sign-ins');
  const sends = startSends(bench, channelId, sendsPerSecond);
  await sleep(3_000);
  sends.take();
  await sleep(measuredMs);
  const before = percentile(sends.take(), 0.99);

  const pool = new Pool(bench.cluster.url, { connections: 256 });
  const took: number[] = [];
  const statuses = new Map<number, number>();
  const pending = new Set<Promise<void>>();
  let next = 0;
  const signIn = async () => {
    const since = performance.now();
    const { email: username } = people[next++ % people.length]!;
    const { statusCode, body } = await pool.request({
      method: 'POST',
      path: '/api/v1/fetch_api_key',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.0.0.${next % peopleCount}`,
      },
      body: new URLSearchParams({ username, password: 'parley-test' }).toString(),
      headersTimeout: 60_000,
    });
    await body.dump();
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1);
    if (statusCode === 200) took.push(performance.now() - since);
  };
  const timer = setInterval(() => {
    const one = signIn().catch(() => void statuses.set(0, (statuses.get(0) ?? 0) + 1));
    pending.add(one);
    void one.then(() => pending.delete(one));
  }, 1_000 / signInsPerSecond);
  await sleep(measuredMs);
  const during = percentile(sends.take(), 0.99);
  clearInterval(timer);
  await Promise.all(pending);
  await sends.stop();
  await pool.close();

  const answers = [...statuses].map(([status, count]) => `${status}: ${count}`).join(', ');
  const method = `${signInsPerSecond} sign-ins a second with passwords of ${peopleCount} people for ${measuredMs / 1_000} s, answers by status ${answers}; ${sendsPerSecond} messages a second before and meanwhile; the clients' own work is on the same cores`;
  return [
    maximum({ name: 'many sign in: p99 of sends', value: during, unit: 'ms', aim: 1.5 * before, method }),
    { name: 'many sign in: p99 of sends before', value: before, unit: 'ms', method },
    { name: 'many sign in: p50 of a sign-in', value: percentile(took, 0.5), unit: 'ms', method },
    maximum({ name: 'many sign in: failed sends', value: sends.failures(), unit: '', aim: 0, method }),
  ];
};
