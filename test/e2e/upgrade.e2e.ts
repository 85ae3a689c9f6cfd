import { availableParallelism, setPriority } from 'node:os';
import { afterAll, beforeAll, expect, it, type TestContext } from 'vitest';
import { isWithoutHistory, lastRelease } from '../releases.ts';
import { beginRun, endRun, migrate, type Run } from './containers.ts';
import { Crowd, type Seen } from './crowd.ts';
import { type Deployment, deploy } from './deployment.ts';
import { buildReleasedImages } from './images.ts';

// An installation of the last release is upgraded to the current sources, and back (README.md#what-parley-promises):
// the database is migrated, replicas are replaced one by one, and clients notice only slower answers.

const options = { channels: 100, queuesPerChannel: 20, topicsPerChannel: 10 };
/** Rates of sends per second. The test uses the first one that the machine sustains before the upgrade, or the last one. */
const rates = [200, 100, 50, 25];
/** Rate of the warm-up. Processes that have just started answer slowly, unlike those of a deployment in use. */
const warmUpRate = 100;
const warmUpMs = 30_000;
const probeMs = 8_000;
const restMs = 150;
/**
 * Time for which the old replica continues after the new one is ready. It is longer in the chart (`minReadySeconds`).
 */
const settleMs = 5_000;
/** On fewer cores a starting replica takes CPU from the serving ones, so the limits are less strict. */
const enoughCores = 8;
const limits =
  availableParallelism() < enoughCores ? { failedShare: 0.01, p99Ms: 2_500 } : { failedShare: 0, p99Ms: 500 };
const carriesNone = 'this machine carries no rate';
const pass = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

let run: Run;
let deployment: Deployment;
let crowd: Crowd;
let atRest: Seen & { isCarried: boolean };
beforeAll(async () => {
  if (isWithoutHistory) return;
  // Real clients run on other machines, so this process gets a higher priority. Only root may raise it.
  if (process.getuid?.() === 0) setPriority(-10);
  await buildReleasedImages();
  run = await beginRun();
  deployment = await deploy(run, { version: 'released' });
  crowd = await Crowd.gather(deployment, options);
  atRest = await whileNothingHappens();
}, 1_200_000);
afterAll(async () => {
  await crowd?.[Symbol.asyncDispose]();
  if (run) await endRun(run);
});

it.skipIf(isWithoutHistory)(
  'the database is migrated and every replica replaced under load, without loss, repetition or long waits',
  async (context) => {
    const { isCarried, ...seen } = atRest;
    const what = isCarried ? 'nothing' : `nothing (${carriesNone})`;
    context.task.meta.seen = [{ what, seconds: probeMs / 1_000, ...seen }];
    await observe(
      context,
      `${lastRelease.version} upgraded: database migrated, every replica replaced`,
      async () => {
        await migrate(run);
        await deployment.changeTo('current', settleMs);
      },
    );
  },
  400_000,
);

it.skipIf(isWithoutHistory)(
  'every replica is replaced by one of the last release, on the migrated database',
  (context) =>
    observe(context, `rolled back to ${lastRelease.version}: every replica replaced`, () =>
      deployment.changeTo('released', settleMs),
    ),
  400_000,
);

/** Adds a row to the table of docs/reliability.md, and checks what every replacement must keep. */
async function observe({ task }: TestContext, what: string, act: () => Promise<void>): Promise<void> {
  const startedAt = performance.now();
  const seen = await crowd.during(atRest.sendsPerSecond, act);
  const seconds = (performance.now() - startedAt) / 1_000;
  task.meta.seen = [...(task.meta.seen ?? []), { what, seconds, ...seen }];
  expect(seen).toMatchObject({ lost: 0, missed: 0, repeated: 0 });
  // A busy machine refuses requests even without an upgrade, so failures and durations prove nothing.
  if (!atRest.isCarried) return;
  const { failures, failedSends, failedPolls, sends, p99Ms } = seen;
  expect((failedSends + failedPolls) / sends, failures.join(', ')).toBeLessThanOrEqual(limits.failedShare);
  expect(p99Ms).toBeLessThan(limits.p99Ms);
}

/**
 * Warms up. Returns the results at the highest rate without failures or slow answers; without such a rate, those at the
 * lowest rate.
 */
async function whileNothingHappens(): Promise<Seen & { isCarried: boolean }> {
  await crowd.during(warmUpRate, () => pass(warmUpMs));
  for (const rate of rates) {
    const seen = await crowd.during(rate, () => pass(probeMs));
    const isCarried = seen.failures.length === 0 && seen.p99Ms < restMs;
    if (isCarried || rate === rates.at(-1)) return { ...seen, isCarried };
    process.stderr.write(
      `This machine does not carry ${rate} sends a second: p99 ${Math.round(seen.p99Ms)} ms, `,
    );
    process.stderr.write(`${seen.failures.join(', ') || 'nothing failed'}\n`);
  }
  throw new Error('There is no rate.');
}
