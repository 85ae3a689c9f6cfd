import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceName, serviceNames } from '@parley/core';
import { expect, it } from 'vitest';
import { figuresIn, readPerformance } from '../docs/scaling.ts';
import { Crowd } from '../e2e/crowd.ts';
import { bareRequestCost } from '../load/src/bare-request.ts';
import { readMetrics } from './metrics.ts';
import { Users } from './observing.ts';

// Compares the cost of copies in docs/operations/scaling.md with what the pods take in the busiest minute of 10,000 people. The
// unit costs are from another machine, so both sides are counted in bare requests.

const options = { channels: 20, queuesPerChannel: 75, topicsPerChannel: 1 };
/** The same sends, to channels that nobody reads. */
const quietOptions = { ...options, name: 'quiet', queuesPerChannel: 0 };
const sendsPerSecond = 25;
const warmUpMs = 30_000;
const measureMs = 60_000;
/** Smallest part of a core that can be judged: what services take besides copies differs by a hundredth between two minutes. */
const judgedCores = 0.03;

it('the CPU time of copies equals the value that the scaling guide computes', async ({ task }) => {
  const { installation } = await Users.ofRun();
  await using quiet = await Crowd.gather(installation, quietOptions);
  await using crowd = await Crowd.gather(installation, options);
  const secondsOf = async (service: ServiceName): Promise<number> => {
    const pods = await installation.podsOf(service);
    const pages = await Promise.all(pods.map((pod) => readMetrics(installation, pod)));
    return pages.reduce(
      (sum, page) => sum + Number(/^parley_process_process_cpu_seconds_total (\S+)/m.exec(page)![1]),
      0,
    );
  };
  const coresOf = async (during: () => Promise<unknown>): Promise<Map<ServiceName, number>> => {
    const read = async () =>
      Promise.all(serviceNames.map(async (name) => [performance.now(), await secondsOf(name)] as const));
    const before = await read();
    await during();
    const after = await read();
    return new Map(
      serviceNames.map((name, index) => {
        const [[fromMs, from], [toMs, to]] = [before[index]!, after[index]!];
        return [name, ((to - from) * 1_000) / (toMs - fromMs)];
      }),
    );
  };
  await crowd.during(sendsPerSecond, () => sleep(warmUpMs));
  // A service at rest wakes up for each of its timers, and while it works it does so together with other work. So what it takes
  // besides copies is measured while it works, too.
  const withoutCopies = () => coresOf(() => quiet.during(sendsPerSecond, () => sleep(measureMs)));
  const before = await withoutCopies();
  let seen: Awaited<ReturnType<Crowd['during']>> | undefined;
  let tookMs = 0;
  const busy = await coresOf(async () => {
    const beganMs = performance.now();
    seen = await crowd.during(sendsPerSecond, () => sleep(measureMs));
    tookMs = performance.now() - beganMs;
  });
  expect(seen).toMatchObject({ failedSends: 0, failedPolls: 0, lost: 0, missed: 0, repeated: 0 });
  const after = await withoutCopies();
  // The mean, because what services take changes while they are new and when the rest of the machine is busy.
  const others = new Map(serviceNames.map((name) => [name, (before.get(name)! + after.get(name)!) / 2]));

  const sends = (seen!.sends * 1_000) / tookMs;
  const copies = sends * (options.queuesPerChannel / options.topicsPerChannel);
  const figure = figuresIn(readPerformance());
  const perCopy = (name: ServiceName) =>
    ['gateway', 'messaging', 'event-queue'].includes(name) ? figure(`CPU of ${name} per copy and poll`) : 0;
  const slower = ((await bareRequestCost()) * 1e6) / figure('CPU of a bare request');
  task.meta.costs = serviceNames.map((service) => {
    const computed = (slower * copies * perCopy(service)) / 1e6;
    return {
      service,
      sendsPerSecond: sends,
      copiesPerSecond: copies,
      slower,
      others: others.get(service)!,
      computed,
      measured: busy.get(service)! - others.get(service)!,
      isJudged: computed >= judgedCores,
    };
  });
  const judged = task.meta.costs.filter(({ isJudged }) => isJudged);
  expect(judged.map(({ service }) => service)).toEqual(expect.arrayContaining(['gateway', 'event-queue']));
  for (const { service, computed, measured } of judged) {
    expect.soft(measured / computed, service).toBeLessThan(2);
    expect.soft(measured / computed, service).toBeGreaterThan(0.5);
  }
}, 600_000);
