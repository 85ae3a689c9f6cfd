import { availableParallelism, setPriority } from 'node:os';
import { serviceNames } from '@parley/core';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { replicasOf } from './containers.ts';
import { Crowd, type Seen } from './crowd.ts';
import { Deployment } from './deployment.ts';

// Any replica can be replaced (README.md#what-parley-promises): an upgrade replaces replicas one by one, and clients
// notice only slower answers.

const options = { channels: 100, queuesPerChannel: 20, topicsPerChannel: 10 };
/** Rates of sends per second. The test uses the first one that the machine sustains before the upgrade. */
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

let deployment: Deployment;
let crowd: Crowd;
beforeAll(async () => {
  // Real clients run on other machines, so this process gets a higher priority. Only root may raise it.
  if (process.getuid?.() === 0) setPriority(-10);
  deployment = await Deployment.of(inject('run'));
  crowd = await Crowd.gather(deployment, options);
}, 300_000);
afterAll(async () => {
  await crowd?.[Symbol.asyncDispose]();
});

it('every replica of every service is replaced under load, without loss, repetition or long waits', async ({
  task,
}) => {
  const { isCarried, ...atRest } = await whileNothingHappens();
  const startedAt = performance.now();
  const seen = await crowd.during(atRest.sendsPerSecond, replaceAll);
  const seconds = (performance.now() - startedAt) / 1_000;
  task.meta.seen = [
    ...(task.meta.seen ?? []),
    { what: isCarried ? 'nothing' : `nothing (${carriesNone})`, seconds: probeMs / 1_000, ...atRest },
    { what: 'every replica of every service replaced', seconds, ...seen },
  ];
  expect(seen).toMatchObject({ lost: 0, missed: 0, repeated: 0 });
  // On a busy machine requests are shed even without an upgrade.
  if (!isCarried) return;
  const { failures, failedSends, failedPolls, sends, p99Ms } = seen;
  expect((failedSends + failedPolls) / sends, failures.join(', ')).toBeLessThanOrEqual(limits.failedShare);
  expect(p99Ms).toBeLessThan(limits.p99Ms);
}, 300_000);

/** Warms up. Returns the results at the highest rate without failures or slow answers. */
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

/** Replaces all replicas in sequence. Each new replica starts before the old one stops. */
async function replaceAll(): Promise<void> {
  for (const name of serviceNames) {
    for (let replica = 1; replica <= replicasOf(name); replica++) {
      await deployment.renew(name, replica, settleMs);
    }
  }
}
