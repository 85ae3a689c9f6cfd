import { createChannel, type Scenario } from '../bench.ts';
import { generateSubscribers } from '../generate-subscribers.ts';
import { HttpSender } from '../http-sender.ts';
import { clusterCpu, total } from '../processes.ts';
import type { Figure } from '../report.ts';
import { median, repeat } from '../stats.ts';
import { openWrittenCounter } from '../written.ts';

const count = 2_000;

/** `BENCH_SUBSCRIBERS` for a smaller trial. */
const most = Number(process.env.BENCH_SUBSCRIBERS ?? 100_000);
const sizes = [10, Math.max(11, most / 100), most];

type Cost = { cpu: number[]; rows: number[] };

/** What a send costs in small and in large channels: CPU of all processes, and rows that PostgreSQL writes. */
export const subscribers: Scenario = async (bench) => {
  const channels: { size: number; id: number }[] = [];
  for (const size of sizes) {
    const id = await createChannel(bench, `load subscribers ${size}`);
    await generateSubscribers(bench.cluster, id, size - 1);
    channels.push({ size, id });
  }
  const sender = new HttpSender(bench.cluster.url, bench.sender, 32);
  const written = await openWrittenCounter(bench.cluster);
  const costs = new Map<number, Cost>(channels.map(({ size }) => [size, { cpu: [], rows: [] }]));
  // Alternating, so that all meet the same state of the machine.
  await repeat(bench.rounds, async (round) => {
    for (const { size, id } of channels) {
      const rowsBefore = (await written.now()).rows;
      const cpuBefore = total(clusterCpu(bench.cluster));
      await sender.sendCount(count, 32, id);
      const cpu = total(clusterCpu(bench.cluster)) - cpuBefore;
      const rows = (await written.now()).rows - rowsBefore;
      if (round < 0) continue;
      costs.get(size)!.cpu.push((cpu / count) * 1e6);
      costs.get(size)!.rows.push(rows / count);
    }
  });
  await Promise.all([sender.close(), written.close()]);
  const method = `${count} sends at 32 connections, alternating, median of ${bench.rounds} rounds`;
  const figures = channels.flatMap(({ size }): Figure[] => {
    const who = `${size.toLocaleString('en')} subscribers`;
    const { cpu, rows } = costs.get(size)!;
    return [
      { name: `CPU per send, ${who}`, value: median(cpu), unit: 'µs', method },
      { name: `rows written per send, ${who}`, value: median(rows), unit: 'rows', method },
    ];
  });
  const few = costs.get(sizes[0]!)!;
  const ratios = channels.slice(1).flatMap(({ size }): Figure[] => {
    const against = `${size.toLocaleString('en')} subscribers against ${sizes[0]}`;
    const { cpu, rows } = costs.get(size)!;
    return [
      ratio(`CPU, ${against}`, median(cpu) / median(few.cpu), method),
      ratio(`rows, ${against}`, median(rows) / median(few.rows), method),
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
