import { type Bench, createChannel, type Scenario } from '../bench.ts';
import { HttpSender, sampleContent } from '../http-sender.ts';
import { OpenStreams } from '../open-streams.ts';
import { clusterCpu, residentBytes, total } from '../processes.ts';
import type { Figure } from '../report.ts';
import { median, repeat } from '../stats.ts';
import type { PollTarget } from '../waiting-polls.ts';
import { bareFanOut, openQueues, type Queue, targetOf } from './fan-out.ts';

const few = 1_000;
const many = Number(process.env.BENCH_STREAMS ?? 10_000);
/** Number of warm-up messages until all gateways have compiled their code, and number of measured messages. */
const warmUp = 30;
const messages = 20;
const roundsOfMany = 5;

/** Measures a message to many open event streams over two gateways, in comparison with bare servers that answer long polls. */
export const streams: Scenario = async (bench) => {
  const people = await bench.people(100);
  const channelId = await createChannel(
    bench,
    'load streams',
    people.map((person) => person.userId),
  );
  await bench.cluster.caughtUp();
  return [...(await costOfCopies(bench, channelId)), ...(await tellMany(bench, channelId))];
};

const streamTarget = (queue: Queue): PollTarget => targetOf(queue, '/events/stream');

async function costOfCopies({ cluster, ...bench }: Bench, channelId: number): Promise<Figure[]> {
  const queues = await openQueues({ cluster, ...bench }, few);
  const open = await OpenStreams.open(cluster.gatewayPorts, queues.map(streamTarget));
  const sender = new HttpSender(cluster.url, bench.sender, 1);
  const took: number[] = [];
  const spent = new Map<string, number>();
  for (let round = -warmUp; round < messages; round++) {
    const received = open.next();
    const before = clusterCpu(cluster);
    const started = performance.now();
    await sender.send(channelId, 'streams', sampleContent);
    const ended = await received;
    const after = clusterCpu(cluster);
    if (round < 0) continue;
    took.push(ended - started);
    for (const [name, used] of after) spent.set(name, (spent.get(name) ?? 0) + used - before.get(name)!);
  }
  open.close();
  await sender.close();
  const micro = (seconds: number) => (seconds / (few * messages)) * 1e6;
  bench.say(
    `CPU per copy: ${[...spent].map(([name, used]) => `${name} ${micro(used).toFixed(1)}`).join(', ')} µs`,
  );
  const body = 'x'.repeat(1_200);
  const poll = {
    headers: { 'content-type': 'application/json', 'content-length': String(body.length) },
    body,
  };
  const bare = await bareFanOut(cluster.gatewayPorts.length, few, poll, messages);
  const [value, limit] = [micro(total(spent)), bare.cpuPerCopy * 1e6];
  const method = `${messages} messages, one at a time, ${few} streams over ${cluster.gatewayPorts.length} gateways; limit: bare node:http servers that answer as many long-polls`;
  return [
    {
      name: `a message to ${few.toLocaleString('en')} streams`,
      value: median(took),
      unit: 'ms',
      limit: median(bare.took),
      aim: '≤ 1.2 × bare long-polls',
      met: median(took) <= 1.2 * median(bare.took),
      method,
    },
    {
      name: 'CPU of all processes per copy by a stream',
      value,
      unit: 'µs',
      limit,
      aim: '≤ 12 µs and ≤ 0.6 × bare long-polls',
      met: value <= 12 && value <= 0.6 * limit,
      method: `${method}; the send included`,
    },
  ];
}

async function tellMany(bench: Bench, channelId: number): Promise<Figure[]> {
  const { cluster } = bench;
  const memory = () =>
    cluster.gatewayPorts.reduce((sum, _, at) => sum + residentBytes(cluster.pidOf('gateway', at + 1)), 0);
  const queues = await openQueues(bench, many);
  const before = memory();
  const open = await OpenStreams.open(cluster.gatewayPorts, queues.map(streamTarget));
  const perStream = (memory() - before) / many;
  const sender = new HttpSender(cluster.url, bench.sender, 1);
  const took = await repeat(roundsOfMany, async () => {
    const received = open.next();
    const started = performance.now();
    await sender.send(channelId, 'streams', sampleContent);
    return (await received) - started;
  });
  open.close();
  await sender.close();
  const text = many.toLocaleString('en');
  return [
    {
      name: `a message to ${text} streams`,
      value: median(took),
      unit: 'ms',
      method: `median of ${roundsOfMany} rounds, ${cluster.gatewayPorts.length} gateways`,
    },
    {
      name: 'memory per stream in the gateways',
      value: perStream,
      unit: 'bytes',
      aim: '≤ 8,192 bytes',
      met: perStream <= 8_192,
      method: `resident size before and with ${text} streams`,
    },
  ];
}
