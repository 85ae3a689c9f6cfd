import { setTimeout as sleep } from 'node:timers/promises';
import { Cluster } from '@parley/test-kit';
import pg from 'pg';
import { type Bench, createChannel } from '../bench.ts';
import { generateSubscribers } from '../generate-subscribers.ts';
import { HttpSender, sampleContent } from '../http-sender.ts';
import { addPhones, startPushService } from '../phones.ts';
import { clusterCpu, residentBytes, total } from '../processes.ts';
import { type Figure, maximum } from '../report.ts';
import { median, percentile } from '../stats.ts';

/** Environment variables reduce the sizes for a shorter trial run. */
const people = Number(process.env.BENCH_AWAY ?? 500);
const roundMs = Number(process.env.BENCH_FOLLOWED_MS ?? 60_000);
const rounds = Number(process.env.BENCH_ROUNDS ?? 1);
const topic = 'followed';
/** Sends per second. Followers are told once a minute, so what they cost a send depends on the rate. */
const perSecond = Number(process.env.BENCH_FOLLOWED_RATE ?? 110);
/** Maximum number of sends at a time. */
const connections = 16;
const warmUpMs = 10_000;
/** Time after the sends that is measured with them, in milliseconds. In it, the last turn of the topic is told, and its mails are written. */
const afterwardsMs = Number(process.env.BENCH_FOLLOWED_AFTER_MS ?? 130_000);
/** Time in milliseconds for which the processes are measured while nothing is sent. */
const idleMs = 20_000;
/** Most that a send may cost while people who are away follow its topic, as a multiple of a send whose topic nobody follows. */
const aim = 1.5;

type Measured = { cpuPerSend: number; p50: number; slowest: number; sends: number };

/**
 * Measures what a send costs all processes when many people follow its topic and are away, against a topic that nobody follows.
 * What is done for the people after the sends counts.
 */
export async function followers(say: Bench['say']): Promise<Figure[]> {
  await using service = await startPushService();
  say('Starting everything, with a push service');
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
  const unfollowed = await createChannel(bench, 'unfollowed');
  const followed = await createChannel(bench, 'followed');
  for (const channelId of [unfollowed, followed]) await generateSubscribers(cluster, channelId, people);
  await addPhones(cluster.databaseUrl);
  await follow(cluster.databaseUrl, followed);
  const own = new HttpSender(cluster.url, sender, connections);
  let memory = 0;
  const tell = (what: string, { cpuPerSend, p50, slowest, sends }: Measured) =>
    say(
      `${what}: ${sends} sends, ${Math.round(cpuPerSend * 1e6)} µs of CPU each, p50 ${p50.toFixed(1)} ms, slowest ${slowest.toFixed(0)} ms`,
    );
  for (const channelId of [unfollowed, followed]) await sendFor(own, channelId, warmUpMs);
  await sleep(afterwardsMs);
  const idlePerMs = (await cpuIn(cluster, () => sleep(idleMs))) / idleMs;
  const measure = async (channelId: number): Promise<Measured> => {
    const taken: number[] = [];
    const startedMs = performance.now();
    const used = await cpuIn(cluster, async () => {
      taken.push(...(await sendFor(own, channelId, roundMs)));
      await sleep(afterwardsMs);
      await cluster.caughtUp();
    });
    memory = Math.max(memory, residentBytes(cluster.pidOf('notify')));
    const cpu = used - idlePerMs * (performance.now() - startedMs);
    return {
      cpuPerSend: cpu / taken.length,
      p50: percentile(taken, 0.5),
      slowest: Math.max(...taken),
      sends: taken.length,
    };
  };
  const [without, having]: [Measured[], Measured[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    without.push(await measure(unfollowed));
    tell('nobody follows the topic', without.at(-1)!);
    having.push(await measure(followed));
    tell(`${people} people who are away follow it`, having.at(-1)!);
  }
  await own.close();
  if ((await service.phones()) < people) throw new Error('The followers were not told.');
  const of = (all: readonly Measured[], key: keyof Measured) => median(all.map((each) => each[key]));
  const method = `sends for ${roundMs / 1000} s at ${perSecond}/s and the ${afterwardsMs / 1000} s after them, without what the processes use when nothing is sent; one topic, ${people} followers with a phone each; median of ${rounds} rounds`;
  return [
    maximum({
      name: 'CPU of all processes per send, against a topic that nobody follows',
      value: of(having, 'cpuPerSend') / of(without, 'cpuPerSend'),
      unit: '×',
      aim,
      method,
    }),
    maximum({
      name: 'p50 of these sends, against a topic that nobody follows',
      value: of(having, 'p50') / of(without, 'p50'),
      unit: '×',
      aim,
      method,
    }),
    { name: 'slowest of these sends', value: of(having, 'slowest'), unit: 'ms', method },
    { name: 'most resident memory of the process of notify', value: memory / 2 ** 20, unit: 'MiB', method },
  ];
}

/** Returns the CPU seconds that all processes use while `work` runs. */
async function cpuIn(cluster: Cluster, work: () => Promise<unknown>): Promise<number> {
  const before = total(clusterCpu(cluster));
  await work();
  return total(clusterCpu(cluster)) - before;
}

/** Sends messages to the topic at the rate for a time. Returns the duration of each send, in milliseconds. */
async function sendFor(own: HttpSender, channelId: number, ms: number): Promise<number[]> {
  const startedMs = performance.now();
  const count = Math.floor((ms / 1000) * perSecond);
  const taken: number[] = [];
  let next = 0;
  const loop = async () => {
    for (let number = next++; number < count; number = next++) {
      await sleep(Math.max(0, startedMs + (number * 1000) / perSecond - performance.now()));
      taken.push((await own.send(channelId, topic, sampleContent)).milliseconds);
    }
  };
  await Promise.all(Array.from({ length: connections }, loop));
  return taken;
}

/** Lets all generated people follow the topic. */
async function follow(databaseUrl: string, channelId: number): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      `insert into channel.user_topics (user_id, channel_id, topic, topic_key, visibility_policy)
       select user_id, $1, $2, $2, 3 from channel.subscriptions where channel_id = $1 and user_id >= 30000000`,
      [channelId, topic],
    );
    await client.query('analyze channel.user_topics');
  } finally {
    await client.end();
  }
}
