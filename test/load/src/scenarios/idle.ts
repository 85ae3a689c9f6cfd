import { setTimeout as sleep } from 'node:timers/promises';
import type { Scenario } from '../bench.ts';
import { clusterCpu, clusterWakeUps, total } from '../processes.ts';
import { maximum } from '../report.ts';

/** Waiting time in milliseconds until work after the start is done. */
const settleMs = 20_000;
const watchMs = 40_000;

/** Measures CPU time and wake-ups of all processes together while no one uses the deployment. */
export const idle: Scenario = async ({ cluster, say }) => {
  await sleep(settleMs);
  const before = { cpu: clusterCpu(cluster), wakeUps: clusterWakeUps(cluster) };
  const began = performance.now();
  await sleep(watchMs);
  const seconds = (performance.now() - began) / 1_000;
  const after = { cpu: clusterCpu(cluster), wakeUps: clusterWakeUps(cluster) };
  const each = [...after.cpu].map(([name, used]) => {
    const share = ((used - (before.cpu.get(name) ?? 0)) / seconds) * 100;
    const woken = (after.wakeUps.get(name)! - (before.wakeUps.get(name) ?? 0)) / seconds;
    return `${name} ${share.toFixed(2)} % (${woken.toFixed(0)} wake-ups/s)`;
  });
  say(`idle: ${each.join(', ')}`);
  const method = `${watchMs / 1_000} s without a client, one replica of each service, PostgreSQL and NATS included`;
  return [
    maximum({
      name: 'idle deployment',
      value: ((total(after.cpu) - total(before.cpu)) / seconds) * 100,
      unit: '% of a core',
      aim: 2,
      method,
    }),
    {
      name: 'idle deployment: wake-ups',
      value: (total(after.wakeUps) - total(before.wakeUps)) / seconds,
      unit: '/s',
      method,
    },
  ];
};
