import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from '@parley/test-kit';
import { type Bench, createChannel } from '../bench.ts';
import { generateSubscribers } from '../generate-subscribers.ts';
import { HttpSender } from '../http-sender.ts';
import { addPhones, startPushService } from '../phones.ts';
import { clusterCpu, residentBytes, total } from '../processes.ts';
import type { Figure } from '../report.ts';
import { percentile } from '../stats.ts';

/** Environment variables reduce the sizes for a shorter trial run. */
const people = Number(process.env.BENCH_AWAY ?? 50_000);
const quietMessages = Number(process.env.BENCH_QUIET ?? 10_000);
const warmUpMessages = 1_000;
const connections = 32;
/** Duration in milliseconds for which a process without messages is measured. */
const idleForMs = 10_000;
const pauseMs = 50;

/**
 * Measures the cost of messages for the service `notify`: messages that notify no one, and a message that mentions everyone in
 * a channel. The people in the channel are away and have a phone each.
 */
export async function notify(say: Bench['say']): Promise<Figure[]> {
  await using service = await startPushService();
  say('Starting every service as a process, with a push service');
  await using cluster = await Cluster.start({
    env: {
      PARLEY_FCM_URL: service.url,
      PARLEY_FCM_CREDENTIALS_FILE: service.credentialsFile,
      // Does not write mails and push messages to a folder, as in production.
      PARLEY_MAIL_DIR: '',
    },
  });
  const { organization } = cluster;
  const { sender } = await organization.add('sender');
  const bench = { cluster, organization, sender } as Bench;
  const quiet = await createChannel(bench, 'quiet');
  const crowded = await createChannel(bench, 'crowded');
  await generateSubscribers(cluster, crowded, people);
  await addPhones(cluster.databaseUrl);
  const own = new HttpSender(cluster.url, sender, connections);
  const cpuOf = () => clusterCpu(cluster).get('notify')!;
  // `upload` only reads the event log. What `notify` takes beyond that is the cost of deciding whom a message notifies.
  const followerCpu = () => clusterCpu(cluster).get('upload')!;
  say(`Sending ${quietMessages} messages that notify nobody`);
  await own.sendCount(warmUpMessages, connections, quiet);
  await cluster.caughtUp();
  const idle = await spentIn([cpuOf, followerCpu], () => sleep(idleForMs));
  const busy = await spentIn([cpuOf, followerCpu], async () => {
    await own.sendCount(quietMessages, connections, quiet);
    await cluster.caughtUp();
  });
  const idleRates = idle.cpuSeconds.map((used) => used / idle.seconds);
  const [perMessage, perFollowed] = busy.cpuSeconds.map(
    (used, at) => ((used - idleRates[at]! * busy.seconds) / quietMessages) * 1e6,
  ) as [number, number];
  const deciding = perMessage - perFollowed;
  const alone = await latencies(own, quiet, 300);
  say(`Mentioning ${people} people who are away`);
  const before = clusterCpu(cluster);
  const started = performance.now();
  const loud = new HttpSender(cluster.url, organization.owner, 1);
  await organization.owner.subscribe(['crowded']);
  await loud.send(crowded, 'all', 'Dear @**all**, lunch is ready.');
  const beside: number[] = [];
  let memory = 0;
  let told = 0;
  while (told < people && performance.now() - started < 600_000) {
    told = await service.phones();
    beside.push(...(await latencies(own, quiet, 2)));
    for (const { service, pid } of cluster.processes())
      if (service === 'notify') memory = Math.max(memory, residentBytes(pid));
  }
  const seconds = (performance.now() - started) / 1000;
  const after = clusterCpu(cluster);
  const perPersonOf = (service: string) => ((after.get(service)! - before.get(service)!) / people) * 1e6;
  const byService = [...after.keys()].map((service) => `${service} ${perPersonOf(service).toFixed(0)}`);
  say(`CPU per person in µs: ${byService.join(', ')}`);
  await Promise.all([own.close(), loud.close()]);
  const quietMethod = `${quietMessages} sends at ${connections} connections, without what the process uses when nothing is sent; the limit is upload, which follows the log and decides nothing`;
  const crowd = people.toLocaleString('en');
  const method = `@all to ${crowd} people who are away, one phone each; the push service runs on the same machine`;
  const [p99Alone, p99Beside] = [percentile(alone, 0.99), percentile(beside, 0.99)];
  return [
    {
      name: 'CPU of notify for a message that notifies nobody',
      value: perMessage,
      unit: 'µs',
      limit: perFollowed,
      method: quietMethod,
    },
    {
      name: 'of which deciding that it notifies nobody',
      value: deciding,
      unit: 'µs',
      aim: '≤ 20 µs',
      met: deciding <= 20,
      method: quietMethod,
    },
    {
      name: 'CPU of notify when nothing is sent',
      value: idleRates[0]! * 1000,
      unit: 'ms per s',
      method: `${idleForMs / 1000} s after the first ${warmUpMessages} sends`,
    },
    {
      name: `time until ${crowd} people were told`,
      value: seconds,
      unit: 's',
      aim: '≤ 60 s',
      met: told === people && seconds <= 60,
      method,
    },
    {
      name: 'CPU of all processes per person',
      value: ((total(after) - total(before)) / people) * 1e6,
      unit: 'µs',
      method,
    },
    { name: 'CPU of notify per push', value: perPersonOf('notify'), unit: 'µs', method },
    { name: 'most resident memory of notify', value: memory / 2 ** 20, unit: 'MiB', method },
    {
      name: 'p99 of a send meanwhile, against alone',
      value: p99Beside / p99Alone,
      unit: '×',
      aim: '≤ 2 ×',
      met: p99Beside <= 2 * p99Alone,
      method,
    },
  ];
}

/** Runs `work` and measures its duration and the CPU time of processes, in seconds. */
async function spentIn(
  cpuOf: readonly (() => number)[],
  work: () => Promise<unknown>,
): Promise<{ seconds: number; cpuSeconds: number[] }> {
  const startedAt = performance.now();
  const before = cpuOf.map((measure) => measure());
  await work();
  const cpuSeconds = cpuOf.map((measure, at) => measure() - before[at]!);
  return { seconds: (performance.now() - startedAt) / 1000, cpuSeconds };
}

/** Sends one message after the other. Returns the duration of each send, in milliseconds. */
async function latencies(own: HttpSender, channelId: number, count: number): Promise<number[]> {
  const found: number[] = [];
  for (let number = 0; number < count; number++) {
    found.push((await own.send(channelId, 'beside', 'a message')).milliseconds);
    await sleep(pauseMs);
  }
  return found;
}
