import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '@parley/test-kit';
import { Pool } from 'undici';
import { createChannel, type Scenario } from '../bench.ts';
import { startSends } from '../meanwhile.ts';
import { Outcomes } from '../outcomes.ts';
import { type Figure, maximum, required } from '../report.ts';
import { percentile } from '../stats.ts';

const sendsPerSecond = 20;
/** The promised rate, and one that needs more hashes than two cores compute. */
const [usualPerSecond, excessivePerSecond] = [50, 150];
const peopleCount = 100;
const measuredMs = 20_000;
/** p99 of sends meanwhile, as a multiple of that before. */
const maxSlowdown = 1.5;

/** Measures sends while many people sign in with passwords. Each sign-in computes an argon2 hash. */
export const signIns: Scenario = async (bench) => {
  const people = await bench.people(peopleCount);
  const channelId = await createChannel(bench, 'load sign-ins');
  const sends = startSends(bench, channelId, sendsPerSecond);
  await sleep(3_000);
  sends.take();
  await sleep(measuredMs);
  const before = percentile(sends.take(), 0.99);
  const method = `p99 of ${sendsPerSecond} messages a second for ${measuredMs / 1_000} s; the clients' own work is on the same cores`;
  const figures: Figure[] = [{ name: 'before sign-ins: p99 of sends', value: before, unit: 'ms', method }];
  for (const perSecond of [usualPerSecond, excessivePerSecond]) {
    const failedBefore = sends.failures();
    const signing = startSignIns(bench.cluster.url, people, perSecond);
    await sleep(measuredMs);
    const during = percentile(sends.take(), 0.99);
    await signing.stop();
    const { outcomes, took, refused } = signing;
    const method = `${perSecond} sign-ins a second with passwords of ${peopleCount} people for ${measuredMs / 1_000} s, their answers: ${outcomes}; ${sendsPerSecond} messages a second meanwhile and since the start, their answers: ${sends.outcomes()}; the clients' own work is on the same cores`;
    bench.say(method);
    const figure = (name: string, value: number, unit: string) => ({
      name: `${perSecond} sign-ins a second: ${name}`,
      value,
      unit,
      method,
    });
    const p99OfSends = figure('p99 of sends', during, 'ms');
    figures.push(
      perSecond === usualPerSecond ? maximum({ ...p99OfSends, aim: maxSlowdown * before }) : p99OfSends,
      required(maximum({ ...figure('failed sends', sends.failures() - failedBefore, ''), aim: 0 })),
      figure('signed in', took.length / (measuredMs / 1_000), '/s'),
      figure('p50 of a sign-in', percentile(took, 0.5), 'ms'),
      figure('p99 of a sign-in', percentile(took, 0.99), 'ms'),
      figure('refused with 503', (100 * refused.length) / (took.length + refused.length), '%'),
      figure('p99 of refusals', refused.length > 0 ? percentile(refused, 0.99) : 0, 'ms'),
      required({
        ...figure('failed otherwise', outcomes.failures - refused.length, ''),
        aim: '0, and Retry-After on each refusal',
        met: outcomes.failures === refused.length && signing.hasRetryAfter(),
      }),
    );
    sends.take();
  }
  await sends.stop();
  return figures;
};

/** Signs people in at a constant rate, whatever the answers, until it is stopped. */
function startSignIns(url: string, people: readonly Person[], perSecond: number) {
  const pool = new Pool(url, { connections: 512 });
  const took: number[] = [];
  const refused: number[] = [];
  const outcomes = new Outcomes();
  const pending = new Set<Promise<void>>();
  let hasRetryAfter = true;
  let next = 0;
  const signIn = async () => {
    const since = performance.now();
    const { email: username } = people[next++ % people.length]!;
    const answer = await pool.request({
      method: 'POST',
      path: '/api/v1/fetch_api_key',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'x-forwarded-for': `10.0.0.${next % people.length}`,
      },
      body: new URLSearchParams({ username, password: 'parley-test' }).toString(),
      headersTimeout: 60_000,
    });
    await outcomes.addAnswer(answer);
    const { statusCode, headers } = answer;
    if (statusCode === 200) took.push(performance.now() - since);
    if (statusCode !== 503) return;
    refused.push(performance.now() - since);
    hasRetryAfter &&= headers['retry-after'] !== undefined;
  };
  const timer = setInterval(() => {
    const one = signIn().catch((error: unknown) => outcomes.addError(error));
    pending.add(one);
    void one.then(() => pending.delete(one));
  }, 1_000 / perSecond);
  return {
    took,
    refused,
    outcomes,
    hasRetryAfter: () => hasRetryAfter,
    async stop() {
      clearInterval(timer);
      await Promise.all(pending);
      await pool.close();
    },
  };
}
