import { setTimeout as sleep } from 'node:timers/promises';
import type { Person } from '@parley/test-kit';
import { Pool } from 'undici';
import { type Bench, createChannel, type Scenario } from '../bench.ts';
import { basic, startSends } from '../meanwhile.ts';
import { Outcomes } from '../outcomes.ts';
import { residentBytes } from '../processes.ts';
import { maximum } from '../report.ts';
import { percentile } from '../stats.ts';
import { fill } from './registering.ts';

/** Number of clients. The environment variable `BENCH_COMING_BACK` reduces it for a shorter trial run. */
const clients = Number(process.env.BENCH_COMING_BACK ?? 5_000);
/** Number of people. Each has several of the clients. */
const peopleCount = 100;
const sendsPerSecond = 100;
const calmMs = 10_000;
/** Time limit in milliseconds. Clients that have not registered by then count as missing. */
const limitMs = 180_000;

/**
 * Measures how long it takes until all clients of a large organization, which register at the same time, have succeeded, while
 * messages are being sent.
 */
export const comingBack: Scenario = async (bench) => {
  const people = await bench.people(peopleCount);
  const channelId = await createChannel(bench, 'load coming back');
  bench.say('Filling the organization');
  await fill(bench, people[0]!.userId, people[1]!.userId);
  const sends = startSends(bench, channelId, sendsPerSecond);
  await sleep(calmMs);
  const before = percentile(sends.take(), 0.99);
  const pool = new Pool(bench.cluster.url, { connections: 2_000 });
  const began = performance.now();
  const answers = new Outcomes();
  const memory = watchMemory(bench);
  const backAfter = await Promise.all(
    Array.from({ length: clients }, (_, index) => {
      const person = people[index % people.length]!;
      return comeBack(pool, person, began, answers);
    }),
  );
  const during = percentile(sends.take(), 0.99);
  await sends.stop();
  await pool.close();
  const missing = backAfter.filter((each) => each === undefined).length;
  const back = backAfter.filter((each) => each !== undefined);
  const method = `${clients} clients of ${peopleCount} people register at once with everything, in an organization of 10,000 people and 1,000 channels, and come back when they are asked to; answers ${answers}; ${sendsPerSecond} messages a second meanwhile, answers ${sends.outcomes()}; the clients' own work is on the same cores`;
  const seconds = (value: number) => value / 1_000;
  return [
    maximum({
      name: 'everybody registers at once: all are back',
      value: missing > 0 ? seconds(limitMs) : seconds(Math.max(...back)),
      unit: 's',
      aim: 60,
      method,
    }),
    {
      name: 'everybody registers at once: half are back',
      value: seconds(2 * back.length < clients ? limitMs : percentile(back, 0.5)),
      unit: 's',
      method,
    },
    maximum({
      name: 'everybody registers at once: clients missing',
      value: missing,
      unit: '',
      aim: 0,
      method,
    }),
    maximum({
      name: 'everybody registers at once: answers 5xx',
      value: answers.countOf((status) => status >= 500) + sends.failures(),
      unit: '',
      aim: 0,
      method,
    }),
    maximum({
      name: 'everybody registers at once: p99 of sends',
      value: during,
      unit: 'ms',
      aim: 2 * before,
      method,
    }),
    { name: 'p99 of sends before', value: before, unit: 'ms', method },
    {
      name: 'everybody registers at once: most memory of a process',
      value: memory.most() / 1024 / 1024,
      unit: 'MB',
      method,
    },
  ];
};

/** Retries a registration until it succeeds. Returns the milliseconds since `began`; undefined after the time limit. */
async function comeBack(
  pool: Pool,
  person: Person,
  began: number,
  answers: Outcomes,
): Promise<number | undefined> {
  while (performance.now() - began < limitMs) {
    const answer = await pool.request({
      method: 'POST',
      path: '/api/v1/register',
      headers: {
        authorization: basic(person),
        'content-type': 'application/x-www-form-urlencoded',
        'accept-encoding': 'gzip',
      },
      body: 'apply_markdown=true&slim_presence=true',
      headersTimeout: 120_000,
    });
    await answers.addAnswer(answer);
    if (answer.statusCode === 200) return performance.now() - began;
    await sleep(Number(answer.headers['retry-after'] ?? 1) * 1_000 * (1 + Math.random() * 0.1));
  }
  return undefined;
}

/** Records the maximum resident memory of any process. */
function watchMemory({ cluster }: Bench) {
  let most = 0;
  const look = () => {
    for (const { pid } of cluster.processes()) most = Math.max(most, residentBytes(pid));
  };
  const timer = setInterval(look, 1_000);
  timer.unref();
  return {
    most() {
      clearInterval(timer);
      look();
      return most;
    },
  };
}
