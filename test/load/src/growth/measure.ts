import { serviceNames } from '@parley/core';
import type { Cluster } from '@parley/test-kit';
import type { Bench } from '../bench.ts';
import { clusterCpu, total } from '../processes.ts';
import { median } from '../stats.ts';
import type { Measured } from './requests.ts';
import type { Side } from './side.ts';

/** Measurements of a request in one organization. Times are in milliseconds. */
export type Taken = { cpuMs: number; p50: number; bytes: number; longestPauseMs: number };

const rounds = 3;
/** Number of rounds to warm up. */
const warmUps = 1;

/** Measures a request alternately in both organizations, because the speed of the machine changes over time. */
export async function measureBoth(
  sides: readonly Side[],
  measured: Measured,
  say: Bench['say'],
): Promise<Taken[]> {
  const runs = sides.map(() => [] as (Taken & { used: Map<string, number> })[]);
  for (const side of sides) {
    for (let warmUp = 0; warmUp < warmUps; warmUp++) await run(side, measured, 1_000 + warmUp);
    await longestPauses(side.cluster);
  }
  for (let round = 0; round < rounds; round++)
    for (const [at, side] of sides.entries()) runs[at]!.push(await run(side, measured, round));
  return Promise.all(
    sides.map(async ({ cluster, size }, at) => {
      const of = runs[at]!;
      const pauses = await longestPauses(cluster);
      const used = of[0]!.used;
      const [service, longestPauseMs] = [...pauses].sort((a, b) => b[1] - a[1])[0]!;
      const taken = {
        cpuMs: median(of.map(({ cpuMs }) => cpuMs)),
        p50: median(of.map(({ p50 }) => p50)),
        bytes: of[0]!.bytes,
        longestPauseMs,
      };
      say(
        `${measured.what}, ${size.people}: ${taken.cpuMs.toFixed(2)} ms CPU, p50 ${taken.p50.toFixed(1)} ms, ${Math.round(taken.bytes / 1024)} KiB; longest pause ${service} ${Math.round(longestPauseMs)} ms; ${[...used].map(([name, ms]) => `${name} ${ms.toFixed(1)}`).join(', ')}`,
      );
      return taken;
    }),
  );
}

async function run(side: Side, { count, send, before }: Measured, round: number) {
  const { cluster } = side;
  const latencies: number[] = [];
  let bytes = 0;
  const cpu = clusterCpu(cluster);
  for (let index = 0; index < count; index++) {
    const number = round * count + index;
    await before?.(side, number);
    const started = performance.now();
    ({ bytes } = await send(side, number));
    latencies.push(performance.now() - started);
  }
  const after = clusterCpu(cluster);
  const used = new Map(
    [...after].map(([name, seconds]) => [name, ((seconds - cpu.get(name)!) / count) * 1e3]),
  );
  return { cpuMs: total(used), p50: median(latencies), bytes, longestPauseMs: 0, used };
}

/** Returns the longest pause of each service's event loop since the last call, in milliseconds, by service. */
export async function longestPauses(cluster: Cluster): Promise<Map<string, number>> {
  const pauses = new Map<string, number>();
  for (const service of serviceNames) {
    const value = await cluster.metric(service, 'parley_process_nodejs_eventloop_lag_max_seconds');
    pauses.set(service, value * 1_000);
  }
  return pauses;
}
