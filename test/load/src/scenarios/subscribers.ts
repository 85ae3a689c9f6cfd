import { createChannel, type Scenario } from '../bench.ts';
import { HttpSender } from '../http-sender.ts';
import { clusterCpu, total } from '../processes.ts';
import { median, repeat } from '../stats.ts';

const count = 2_000;

/** What a send costs in a small and in a large channel: CPU of all processes. */
export const subscribers: Scenario = async (bench) => {
  const accounts = await bench.accounts(10_000);
  const channels = [
    { size: 10, id: await createChannel(bench, 'load ten', accounts.slice(0, 9)) },
    { size: 10_000, id: await createChannel(bench, 'load ten thousand', accounts.slice(0, 9_999)) },
  ];
  const sender = new HttpSender(bench.cluster.url, bench.sender, 32);
  const costs = new Map<number, number[]>(channels.map(({ size }) => [size, []]));
  // Alternating, so that both meet the same state of the machine.
  await repeat(bench.rounds, async (round) => {
    for (const { size, id } of channels) {
      const before = total(clusterCpu(bench.cluster));
      await sender.sendCount(count, 32, id);
      if (round >= 0) costs.get(size)!.push(((total(clusterCpu(bench.cluster)) - before) / count) * 1e6);
    }
  });
  await sender.close();
  const [few, many] = channels.map(({ size }) => median(costs.get(size)!));
  const method = `${count} sends at 32 connections, alternating, median of ${bench.rounds} rounds`;
  return [
    { name: 'CPU per send, 10 subscribers', value: few!, unit: 'µs', method },
    { name: 'CPU per send, 10,000 subscribers', value: many!, unit: 'µs', method },
    {
      name: '10,000 subscribers against 10',
      value: many! / few!,
      unit: '×',
      aim: '≤ 1.2 ×',
      met: many! <= 1.2 * few!,
      method,
    },
  ];
};
