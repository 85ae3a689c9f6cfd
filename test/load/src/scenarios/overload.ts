import { Pool } from 'undici';
import { createChannel, type Scenario } from '../bench.ts';
import { sampleContent } from '../http-sender.ts';
import { percentile } from '../stats.ts';

/** So many at once are carried at the highest rate; 32 would wait for each other's answers. */
const connections = 128;
const capacityMs = 5_000;
const overloadMs = 15_000;
const recoveryMs = 10_000;
/** Normal again: so long without a refusal and with a p99 like this. */
const calmMs = 1_000;
const calmP99Ms = 250;

type Answer = { begunAt: number; status: number; milliseconds: number };

async function send(pool: Pool, headers: Record<string, string>, body: string): Promise<Answer> {
  const begunAt = performance.now();
  const answer = await pool.request({ method: 'POST', path: '/api/v1/messages', headers, body });
  await answer.body.dump();
  return { begunAt, status: answer.statusCode, milliseconds: performance.now() - begunAt };
}

/** Sends acknowledged in a second by as many connections as are of use; who is refused comes again a little later. */
async function carried(one: () => Promise<Answer>, ms: number): Promise<number> {
  const until = performance.now() + ms;
  let acknowledged = 0;
  const loop = async () => {
    while (performance.now() < until) {
      if ((await one()).status === 200) acknowledged++;
      else await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return acknowledged / (ms / 1_000);
}

/** Sends at a rate, whether or not they are answered, so that slowness does not slow the clients down. */
async function offer(one: () => Promise<Answer>, perSecond: number, ms: number): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  const begun = performance.now();
  for (let elapsed = 0; elapsed < ms; elapsed = performance.now() - begun) {
    // What a pause of this process kept from being sent is a burst of at most 50 ms.
    const due = Math.min((elapsed / 1_000) * perSecond, answers.length + perSecond / 20);
    while (answers.length < due) answers.push(one());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  const all = await Promise.all(answers);
  return all.map((answer) => ({ ...answer, begunAt: answer.begunAt - begun }));
}

const p99 = (answers: readonly Answer[]): number =>
  percentile(
    answers.filter(({ status }) => status === 200).map(({ milliseconds }) => milliseconds),
    0.99,
  );

/** Twice the load that can be carried: what is refused, how fast the rest is answered, how soon it is over. */
export const overload: Scenario = async (bench) => {
  const channelId = await createChannel(bench, 'load overload');
  const pool = new Pool(bench.cluster.url, { connections: 4_000, pipelining: 1 });
  const { email, apiKey } = bench.sender;
  const headers = {
    authorization: `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  };
  const message = { type: 'channel', to: String(channelId), topic: 'load', content: sampleContent };
  const body = new URLSearchParams(message).toString();
  const one = () => send(pool, headers, body);
  await carried(one, capacityMs / 2);
  const capacity = await carried(one, capacityMs);
  bench.say(`${Math.round(capacity)} sends/s are carried`);

  try {
    const overloaded = await offer(one, 2 * capacity, overloadMs);
    const refused = overloaded.filter(({ status }) => status === 503 || status === 429);
    const accepted = overloaded.filter(({ status }) => status === 200);
    const others = overloaded.length - refused.length - accepted.length;
    const afterwards = await offer(one, capacity / 2, recoveryMs);
    let calmAfter = Number.POSITIVE_INFINITY;
    for (let from = 0; from + calmMs <= recoveryMs && calmAfter > from; from += calmMs / 4) {
      const window = afterwards.filter(({ begunAt }) => begunAt >= from && begunAt < from + calmMs);
      if (window.every(({ status }) => status === 200) && p99(window) <= calmP99Ms) calmAfter = from;
    }
    const method = `${overloadMs / 1_000} s of sends at twice the rate that ${connections} connections reach, at that rate whatever the answers; then half the rate for ${recoveryMs / 1_000} s`;
    return [
      {
        name: 'twice the load: sends offered',
        value: overloaded.length / (overloadMs / 1_000),
        unit: '/s',
        limit: capacity,
        method,
      },
      {
        name: 'twice the load: sends acknowledged',
        value: accepted.length / (overloadMs / 1_000),
        unit: '/s',
        limit: capacity,
        method,
      },
      {
        name: 'twice the load: refused with 503 or 429',
        value: (100 * refused.length) / overloaded.length,
        unit: '%',
        method,
      },
      { name: 'twice the load: other answers', value: others, unit: '', aim: '0', met: others === 0, method },
      {
        name: 'twice the load: p99 of acknowledged sends',
        value: p99(overloaded),
        unit: 'ms',
        aim: '≤ 1,000 ms',
        met: p99(overloaded) <= 1_000,
        method,
      },
      {
        name: 'normal again after',
        value: calmAfter,
        unit: 'ms',
        aim: '≤ 10,000 ms',
        met: calmAfter <= recoveryMs,
        method: `${method}; normal: ${calmMs} ms without a refusal, p99 ≤ ${calmP99Ms} ms`,
      },
    ];
  } finally {
    await pool.destroy();
  }
};
