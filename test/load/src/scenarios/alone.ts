import { bareRequestCost } from '../bare-request.ts';
import { createChannel, type Scenario } from '../bench.ts';
import { HttpSender } from '../http-sender.ts';
import { clusterCpu, total } from '../processes.ts';
import { maximum } from '../report.ts';
import { median } from '../stats.ts';

const warmUp = 3_000;
const sends = 2_000;

/** Measures a single sender who waits for each acknowledgement before the next send. */
export const alone: Scenario = async ({ cluster, ...bench }) => {
  const channelId = await createChannel({ cluster, ...bench }, 'load alone');
  const bare = await bareRequestCost();
  const sender = new HttpSender(cluster.url, bench.sender, 1);
  await sender.sendCount(warmUp, 1, channelId);
  const before = clusterCpu(cluster);
  const sent = await sender.sendCount(sends, 1, channelId);
  const after = clusterCpu(cluster);
  await sender.close();
  const shares = [...after].map(
    ([name, used]) => `${name} ${Math.round(((used - (before.get(name) ?? 0)) / sends) * 1e6)}`,
  );
  bench.say(`one sender alone, CPU µs per send: ${shares.join(', ')}`);
  const spent = (total(after) - total(before)) / sends;
  const method = `${sends} sends over one connection, one after the other, after ${warmUp}; a bare request takes ${Math.round(bare * 1e6)} µs`;
  return [
    maximum({ name: 'one sender alone: CPU per send', value: spent * 1e3, unit: 'ms', aim: 1.5, method }),
    maximum({
      name: 'one sender alone: CPU per send in bare requests',
      value: spent / bare,
      unit: '',
      aim: 45,
      method,
    }),
    maximum({
      name: 'one sender alone: p50',
      value: median(sent.map((each) => each.milliseconds)),
      unit: 'ms',
      aim: 2,
      method,
    }),
  ];
};
