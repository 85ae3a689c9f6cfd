import { setTimeout as sleep } from 'node:timers/promises';
import { type Dispatcher, Pool } from 'undici';
import { type Bench, createChannel } from './bench.ts';
import { startSends } from './meanwhile.ts';
import { Outcomes } from './outcomes.ts';
import { type Figure, maximum, required } from './report.ts';
import { percentile } from './stats.ts';

/**
 * Number of sends per second. It is large enough that 20 sends of a phase lie above the 99th percentile. With fewer sends, a
 * single pause of the machine would determine the result.
 */
const sendsPerSecond = 100;
/** Number of people who sign in, in turn. */
export const peopleCount = 100;
const measuredMs = 20_000;
/** Maximum ratio of the sends' p99 during and before the sign-ins. */
const maxSlowdown = 1.5;

/**
 * Signs in one person; `turn` modulo `peopleCount` is the person's number. Resolves with the answer to the last request of the
 * sign-in.
 */
export type SignIn = (pool: Pool, turn: number) => Promise<Dispatcher.ResponseData>;

/** A period with sign-ins at a constant rate. */
export type Phase = {
  /** Beginning of the figures' names, such as `50 sign-ins a second`. */
  name: string;
  /** Description of the sign-ins for the figures. */
  sorts: string;
  perSecond: number;
  signIn: SignIn;
  /** Whether the slowdown of sends has a target. */
  hasAim: boolean;
  /** HTTP status of a successful sign-in. */
  success: number;
  /** Whether each refusal must contain the time after which to retry. */
  namesRetry: boolean;
  /** Runs before the phase. */
  begin?(): void;
};

/**
 * Returns headers with the network address of a person. Each person has an own address, because the rate limit applies to each
 * address.
 */
export const addressOf = (turn: number) => ({ 'x-forwarded-for': `10.0.0.${turn % peopleCount}` });

/** Measures sends before and during sign-ins. */
export async function besideSends(bench: Bench, phases: readonly Phase[]): Promise<Figure[]> {
  const channelId = await createChannel(bench, 'load sign-ins');
  const sends = startSends(bench, channelId, sendsPerSecond);
  await sleep(3_000);
  sends.take();
  await sleep(measuredMs);
  const before = percentile(sends.take(), 0.99);
  const sent = `${sendsPerSecond} messages a second`;
  const where = "the clients' own work is on the same cores";
  const figures: Figure[] = [
    {
      name: 'before sign-ins: p99 of sends',
      value: before,
      unit: 'ms',
      method: `p99 of ${sent} for ${measuredMs / 1_000} s; ${where}`,
    },
  ];
  for (const { name, sorts, hasAim, namesRetry, begin, ...phase } of phases) {
    begin?.();
    const failedBefore = sends.failures();
    const signing = startSignIns(bench.cluster.url, phase);
    await sleep(measuredMs);
    const during = percentile(sends.take(), 0.99);
    await signing.stop();
    const failed = sends.failures() - failedBefore;
    const { outcomes, took, refused } = signing;
    const method = `${phase.perSecond} sign-ins a second ${sorts}, of ${peopleCount} people for ${measuredMs / 1_000} s, their answers: ${outcomes}; ${sent} meanwhile and since the start, their answers: ${sends.outcomes()}; ${where}`;
    bench.say(`${failed > 0 ? `${failed} SENDS FAILED: ` : ''}${method}`);
    const figure = (what: string, value: number, unit: string) => ({
      name: `${name}: ${what}`,
      value,
      unit,
      method,
    });
    const p99OfSends = figure('p99 of sends', during, 'ms');
    figures.push(
      hasAim ? maximum({ ...p99OfSends, aim: maxSlowdown * before }) : p99OfSends,
      required(maximum({ ...figure('failed sends', failed, ''), aim: 0 })),
      figure('signed in', took.length / (measuredMs / 1_000), '/s'),
      figure('p50 of a sign-in', took.length > 0 ? percentile(took, 0.5) : 0, 'ms'),
      figure('p99 of a sign-in', took.length > 0 ? percentile(took, 0.99) : 0, 'ms'),
      figure('refused with 503', (100 * refused.length) / (took.length + refused.length), '%'),
      figure('p99 of refusals', refused.length > 0 ? percentile(refused, 0.99) : 0, 'ms'),
      required({
        ...figure('failed otherwise', outcomes.failures - refused.length, ''),
        aim: namesRetry ? '0, and Retry-After on each refusal' : '0',
        met: outcomes.failures === refused.length && (!namesRetry || signing.hasRetryAfter()),
      }),
    );
    sends.take();
  }
  await sends.stop();
  return figures;
}

/** Signs each person in once, so that later sign-ins find existing accounts and connections. */
export async function warmUp(url: string, signIn: SignIn, success: number): Promise<void> {
  const pool = new Pool(url, { connections: 4 });
  for (let turn = 0; turn < peopleCount; turn++) {
    const { statusCode, body } = await signIn(pool, turn);
    const text = await body.text();
    if (statusCode !== success) throw new Error(`Person ${turn} is not signed in: ${statusCode} ${text}`);
  }
  await pool.close();
}

/** Signs people in at a constant rate until stopped, without waiting for answers. */
function startSignIns(
  url: string,
  { perSecond, signIn, success }: Pick<Phase, 'perSecond' | 'signIn' | 'success'>,
) {
  const pool = new Pool(url, { connections: 512 });
  const took: number[] = [];
  const refused: number[] = [];
  const outcomes = new Outcomes(success);
  const pending = new Set<Promise<void>>();
  let hasRetryAfter = true;
  let next = 0;
  const one = async () => {
    const since = performance.now();
    const answer = await signIn(pool, next++);
    await outcomes.addAnswer(answer);
    const { statusCode, headers } = answer;
    if (statusCode === success) took.push(performance.now() - since);
    if (statusCode !== 503) return;
    refused.push(performance.now() - since);
    hasRetryAfter &&= headers['retry-after'] !== undefined;
  };
  const timer = setInterval(() => {
    const attempt = one().catch((error: unknown) => outcomes.addError(error));
    pending.add(attempt);
    void attempt.then(() => pending.delete(attempt));
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
