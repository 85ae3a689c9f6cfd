import { createChannel, type Scenario } from '../bench.ts';
import { generateSubscribers } from '../generate-subscribers.ts';
import { HttpSender } from '../http-sender.ts';
import { clusterCpu, total } from '../processes.ts';
import type { Figure } from '../report.ts';
import { median, repeat } from '../stats.ts';
import { openWrittenCounter } from '../written.ts';

const count = 2_000;

/**
 * Number of subscribers of the largest channel. The environment variable `BENCH_SUBSCRIBERS` reduces it for a shorter trial
 * run.
 */
const most = Number(process.env.BENCH_SUBSCRIBERS ?? 100_000);
const sizes = [10, Math.max(11, most / 100), most];

/**
 * Measures the cost of a send in small and large channels: the CPU time of all processes, and the rows that PostgreSQL writes.
 */
export const subscribers: Scenario = async (bench) => {
  const channels: { size: number; id: number }[] = [];
  for (const size of sizes) {
    const id = await createChannel(bench, `load subscribers ${size}`);
    await generateSubscribers(bench.cluster, id, size - 1);
    channels.push({ size, id });
  }
  const sender = new HttpSender(bench.cluster.url, bench.sender, 32);
  const cpus = new Map<number, number[]>(channels.map(({ size }) => [size, []]));
  // Each round sends to channels of all sizes, every second round in reverse order. So changes of the machine's speed affect
  // all sizes equally.
  await repeat(bench.rounds, async (round) => {
    const order = round % 2 === 0 ? channels : [...channels].reverse();
    for (const { size, id } of order) {
      const before = total(clusterCpu(bench.cluster));
      await sender.sendCount(count, 32, id);
      if (round >= 0) cpus.get(size)!.push(((total(clusterCpu(bench.cluster)) - before) / count) * 1e6);
    }
  });
  bench.say('Counting rows');
  const rowsOf = new Map<number, number>();
  const written = await openWrittenCounter(bench.cluster);
  let before = await written.rows();
  for (const { size, id } of channels) {
    await sender.sendCount(count, 32, id);
    const after = await written.rows();
    rowsOf.set(size, (after - before) / count);
    before = after;
  }
  await Promise.all([sender.close(), written.close()]);
  const costs = channels.map(({ size }) => ({ size, cpu: median(cpus.get(size)!), rows: rowsOf.get(size)! }));
  const method = `${count} sends at 32 connections; CPU alternating, median of ${bench.rounds} rounds; rows of one round`;
  const figures = costs.flatMap(({ size, cpu, rows }): Figure[] => {
    const who = `${size.toLocaleString('en')} subscribers`;
    return [
      { name: `CPU per send, ${who}`, value: cpu, unit: 'µs', method },
      { name: `rows written per send, ${who}`, value: rows, unit: 'rows', method },
    ];
  });
  const few = costs[0]!;
  const ratios = costs.slice(1).flatMap(({ size, cpu, rows }): Figure[] => {
    const against = `${size.toLocaleString('en')} subscribers against ${few.size}`;
    return [
      ratio(`CPU, ${against}`, cpu / few.cpu, method),
      ratio(`rows, ${against}`, rows / few.rows, method),
    ];
  });
  return [...figures, ...ratios];
};

const ratio = (name: string, value: number, method: string): Figure => ({
  name,
  value,
  unit: '×',
  aim: '≤ 1.2 ×',
  met: value <= 1.2,
  method,
});
