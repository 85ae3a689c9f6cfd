import type { BareAnswer } from '../bare-server.ts';
import { type Bench, createChannel, inParallel, type Scenario } from '../bench.ts';
import { firstNumber, nextMessage, startChild } from '../child.ts';
import { HttpSender, sampleContent } from '../http-sender.ts';
import { clusterCpu, cpuSeconds, residentBytes, total } from '../processes.ts';
import type { Figure } from '../report.ts';
import { median, percentile, repeat } from '../stats.ts';
import { type PollTarget, WaitingPolls } from '../waiting-polls.ts';

const peopleCount = 100;
const few = 1_000;
const many = Number(process.env.BENCH_POLLS ?? 10_000);
/** Number of messages to the small audience. It must be large, because CPU time is measured in hundredths of a second. */
const messagesToFew = 20;
/** Number of warm-up messages, until all gateways have compiled their code. */
const warmUpOfFew = 30;
/**
 * Number of rounds with the large audience. They must be several, because each contains only a few of the concurrent small
 * requests.
 */
const roundsOfMany = 5;
const othersPerSecond = 200;

/**
 * Measures how two gateways deliver a message to many pending polls: time, CPU and memory, and the latency of other requests
 * meanwhile. Compares time and CPU with bare servers, which are `node:http` servers that send the same answer to as many
 * pending requests.
 */
export const fanOut: Scenario = async (bench) => {
  const people = await bench.people(peopleCount);
  // Waits for the notice about the subscription that each user receives, so that it is not measured.
  const readers = await Promise.all(people.map((person) => person.register({ event_types: ['message'] })));
  const channelId = await createChannel(
    bench,
    'load fan-out',
    people.map((person) => person.userId),
  );
  await Promise.all(readers.map((reader) => reader.start().waitFor((events) => events.length > 0)));
  await Promise.all(readers.map((reader) => reader.stop()));
  return [...(await costOfCopies(bench, channelId)), ...(await answerMany(bench, channelId))];
};

export type Queue = { person: { email: string; apiKey: string }; queueId: string; lastEventId: number };

/** Registers `count` event queues for messages, distributed over the people. */
export async function openQueues(bench: Bench, count: number): Promise<Queue[]> {
  const people = await bench.people(peopleCount);
  return await inParallel(count, 16, async (index) => {
    const person = people[index % people.length]!;
    const { queueId, lastEventId } = await person.register({
      event_types: ['message'],
      fetch_event_types: [],
    });
    return { person, queueId, lastEventId };
  });
}

/** Measures the CPU time of all processes per delivered copy of a message. Sends one message at a time. */
async function costOfCopies(bench: Bench, channelId: number): Promise<Figure[]> {
  const { cluster } = bench;
  const queues = await openQueues(bench, few);
  const sender = new HttpSender(cluster.url, bench.sender, 1);
  const polls = await WaitingPolls.open(cluster.gatewayPorts, queues.map(pollTarget));
  const took: number[] = [];
  const spent = new Map<string, number>();
  let delivering = 0;
  let asking = 0;
  let answer: BareAnswer | undefined;
  for (let round = -warmUpOfFew; round < messagesToFew; round++) {
    const start = clusterCpu(cluster);
    const answers = polls.ask(queues.map(pollTarget));
    await cluster.pollsWaiting(few);
    const before = clusterCpu(cluster);
    const started = performance.now();
    await sender.send(channelId, 'fan-out', sampleContent);
    const bodies = await answers;
    const ended = performance.now();
    const after = clusterCpu(cluster);
    answer = { headers: polls.answeredHeaders(), body: bodies[0]!.toString() };
    advance(queues, bodies);
    if (round < 0) continue;
    took.push(ended - started);
    asking += total(before) - total(start);
    delivering += total(after) - total(before);
    for (const [name, used] of after) spent.set(name, (spent.get(name) ?? 0) + used - before.get(name)!);
  }
  polls.close();
  await sender.close();
  const copies = few * messagesToFew;
  const micro = (seconds: number) => (seconds / copies) * 1e6;
  bench.say(
    `CPU per copy: ${[...spent].map(([name, used]) => `${name} ${micro(used).toFixed(1)}`).join(', ')} µs`,
  );
  const bare = await bareFanOut(cluster.gatewayPorts.length, few, answer!, messagesToFew);
  const method = `${messagesToFew} messages of ${answer!.body.length} bytes an answer, one at a time, ${few} polls, ${peopleCount} people`;
  return [
    {
      name: `a message to ${few.toLocaleString('en')} waiting polls`,
      value: median(took),
      unit: 'ms',
      limit: median(bare.took),
      aim: '≤ 1.2 × bare',
      met: median(took) <= 1.2 * median(bare.took),
      method,
    },
    {
      name: 'CPU of all processes per copy',
      value: micro(delivering),
      unit: 'µs',
      limit: bare.cpuPerCopy * 1e6,
      aim: '≤ 1.4 × bare',
      met: micro(delivering) <= 1.4 * bare.cpuPerCopy * 1e6,
      method: `${method}; from the send until the last answer, the send included`,
    },
    {
      name: 'CPU of all processes per poll until it waits again',
      value: micro(asking),
      unit: 'µs',
      method: `${method}; some of it are the questions whether all wait`,
    },
  ];
}

async function answerMany(bench: Bench, channelId: number): Promise<Figure[]> {
  const { cluster } = bench;
  const ports = cluster.gatewayPorts;
  const gateways = ports.map((_, at) => cluster.pidOf('gateway', at + 1));
  const memory = () => gateways.reduce((sum, pid) => sum + residentBytes(pid), 0);
  const queues = await openQueues(bench, many);
  const before = memory();
  const sender = new HttpSender(cluster.url, bench.sender, 1);
  const polls = await WaitingPolls.open(ports, queues.map(pollTarget));
  const authorization = authorizationOf(bench.sender);
  const urls = ports.map((port) => `http://127.0.0.1:${port}`);
  const others = startChild('other-requests', [authorization, String(othersPerSecond), ...urls]);
  await nextMessage(others);
  const latencies: number[] = [];
  let perPoll = 0;
  let answer: BareAnswer | undefined;
  const took = await repeat(roundsOfMany, async (round) => {
    const answers = polls.ask(queues.map(pollTarget));
    await cluster.pollsWaiting(many);
    perPoll = (memory() - before) / many;
    others.send('start');
    const start = performance.now();
    await sender.send(channelId, 'fan-out', sampleContent);
    const bodies = await answers;
    const ended = performance.now();
    others.send('stop');
    const meanwhile = await nextMessage<number[]>(others);
    if (round >= 0) latencies.push(...meanwhile);
    answer = { headers: polls.answeredHeaders(), body: bodies[0]!.toString() };
    advance(queues, bodies);
    return ended - start;
  });
  others.disconnect();
  polls.close();
  await sender.close();
  const bare = median((await bareFanOut(ports.length, many, answer!, roundsOfMany)).took);
  const value = median(took);
  const p99 = percentile(latencies, 0.99);
  const text = many.toLocaleString('en');
  const method = `median of ${roundsOfMany} rounds; ${answer!.body.length} bytes an answer; ${peopleCount} people, ${ports.length} gateways`;
  return [
    {
      name: `a message to ${text} waiting polls`,
      value,
      unit: 'ms',
      limit: bare,
      aim: '≤ 1.6 × bare',
      met: value <= 1.6 * bare,
      method: `${method}; limit: as many node:http servers answering as many held requests with the same header fields and body`,
    },
    {
      name: 'p99 of other requests meanwhile',
      value: p99,
      unit: 'ms',
      aim: '< 100 ms',
      met: p99 < 100,
      method: `GET /users/me ${othersPerSecond} times a second over all gateways, ${latencies.length} requests`,
    },
    {
      name: 'memory per waiting poll in the gateways',
      value: perPoll,
      unit: 'bytes',
      method: `resident size before and with ${text} waiting polls`,
    },
  ];
}

const authorizationOf = ({ email, apiKey }: Queue['person']): string =>
  `Basic ${Buffer.from(`${email}:${apiKey}`).toString('base64')}`;

/** Returns the request that reads an event queue, at the given path of the API. */
export const targetOf = ({ person, queueId, lastEventId }: Queue, path: string): PollTarget => ({
  path: `/api/v1${path}?queue_id=${encodeURIComponent(queueId)}&last_event_id=${lastEventId}`,
  authorization: authorizationOf(person),
});

const pollTarget = (queue: Queue): PollTarget => targetOf(queue, '/events');

/**
 * Acknowledges the events that each queue received.
 * @throws Error unless every poll received exactly one message
 */
export function advance(queues: Queue[], bodies: readonly Buffer[]): void {
  bodies.forEach((body, index) => {
    const { events } = JSON.parse(body.toString()) as { events: { id: number; type: string }[] };
    if (events.filter((event) => event.type === 'message').length !== 1)
      throw new Error(`Not one message: ${body}`);
    queues[index]!.lastEventId = events.at(-1)!.id;
  });
}

/**
 * Measures the same fan-out with bare servers, one for each gateway. Returns the milliseconds of each round, and the servers'
 * CPU seconds per answer.
 */
export async function bareFanOut(
  gatewayCount: number,
  count: number,
  answer: BareAnswer,
  rounds: number,
): Promise<{ took: number[]; cpuPerCopy: number }> {
  const children = Array.from({ length: gatewayCount }, () => startChild('bare-server'));
  const spent = () => children.reduce((sum, { pid }) => sum + cpuSeconds(pid!), 0);
  try {
    const ports = await Promise.all(children.map(firstNumber));
    const targets = Array.from({ length: count }, () => ({ path: '/hold' }));
    const polls = await WaitingPolls.open(ports, targets);
    const holding = async () => {
      const counts = ports.map(async (port) => (await fetch(`http://127.0.0.1:${port}/count`)).text());
      return (await Promise.all(counts)).reduce((sum, held) => sum + Number(held), 0);
    };
    let cpu = 0;
    const took = await repeat(rounds, async (round) => {
      const answers = polls.ask();
      while ((await holding()) < count) {}
      const before = spent();
      const start = performance.now();
      for (const child of children) child.send(answer);
      await answers;
      const ended = performance.now();
      if (round >= 0) cpu += spent() - before;
      return ended - start;
    });
    polls.close();
    return { took, cpuPerCopy: cpu / (count * rounds) };
  } finally {
    for (const child of children) child.kill();
  }
}
