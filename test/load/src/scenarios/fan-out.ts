import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';
import { type Bench, createChannel, inParallel, type Scenario } from '../bench.ts';
import { HttpSender, sampleContent } from '../http-sender.ts';
import { clusterCpu, residentBytes, total } from '../processes.ts';
import type { Figure } from '../report.ts';
import { median, repeat } from '../stats.ts';
import { type PollTarget, WaitingPolls } from '../waiting-polls.ts';

const peopleCount = 100;

/** One message to many waiting polls, beside a bare server that answers as many with as many bytes. */
export const fanOut: Scenario = async (bench) => {
  const people = await bench.people(peopleCount);
  const channelId = await createChannel(
    bench,
    'load fan-out',
    people.map((person) => person.userId),
  );
  const figures: Figure[] = [];
  for (const count of [1_000, 10_000]) figures.push(...(await measure(bench, channelId, count)));
  return figures;
};

async function measure(bench: Bench, channelId: number, count: number): Promise<Figure[]> {
  const people = await bench.people(peopleCount);
  const gateway = bench.cluster.pidOf('gateway');
  const eventQueue = bench.cluster.pidOf('event-queue');
  const before = residentBytes(eventQueue);
  const queues = await inParallel(count, 16, async (index) => {
    const person = people[index % people.length]!;
    const reader = await person.register({ event_types: ['message'], fetch_event_types: [] });
    return { person, queueId: reader.queueId, lastEventId: reader.lastEventId };
  });
  const perQueue = (residentBytes(eventQueue) - before) / count;
  bench.say(`${count} queues: ${Math.round(perQueue)} bytes each in event-queue`);

  const gatewayBefore = residentBytes(gateway);
  const sender = new HttpSender(bench.cluster.url, bench.sender, 1);
  const port = Number(new URL(bench.cluster.url).port);
  let perPoll = 0;
  let answerBytes = 0;
  let cpu = 0;
  const times = await repeat(bench.rounds, async () => {
    const polls = await WaitingPolls.open(port, queues.map(pollTarget));
    const answers = polls.ask();
    await bench.cluster.pollsWaiting(count);
    perPoll = (residentBytes(gateway) - gatewayBefore) / count;
    const cpuBefore = total(clusterCpu(bench.cluster));
    const start = performance.now();
    await sender.send(channelId, 'fan-out', sampleContent);
    const bodies = await answers;
    const took = performance.now() - start;
    cpu = (total(clusterCpu(bench.cluster)) - cpuBefore) / count;
    answerBytes = bodies[0]!.length;
    advance(queues, bodies);
    polls.close();
    return took;
  });
  await sender.close();
  const bare = median(await bareFanOut(count, answerBytes, bench.rounds));
  const value = median(times);
  const method = `median of ${bench.rounds} rounds; ${answerBytes} bytes an answer; ${peopleCount} people`;
  const many = count.toLocaleString('en');
  return [
    {
      name: `a message to ${many} waiting polls`,
      value,
      unit: 'ms',
      limit: bare,
      ...(count === 10_000 && { aim: '≤ 2 × bare', met: value <= 2 * bare }),
      method: `${method}; limit: node:http answering as many held requests with as many bytes`,
    },
    { name: `CPU of all processes per copy, ${many} polls`, value: cpu * 1e6, unit: 'µs', method },
    ...(count === 10_000
      ? [
          {
            name: 'memory per idle queue in event-queue',
            value: perQueue,
            unit: 'bytes',
            aim: '≤ 2,048 bytes',
            met: perQueue <= 2_048,
            method: `resident size before and after registering ${many} queues that were not polled`,
          },
          {
            name: 'memory per waiting poll in gateway',
            value: perPoll,
            unit: 'bytes',
            method: `resident size before and with ${many} waiting polls`,
          },
        ]
      : []),
  ];
}

type Queue = { person: { email: string; apiKey: string }; queueId: string; lastEventId: number };

const pollTarget = ({ person, queueId, lastEventId }: Queue): PollTarget => ({
  path: `/api/v1/events?queue_id=${encodeURIComponent(queueId)}&last_event_id=${lastEventId}`,
  authorization: `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`,
});

/** Moves each queue behind the events it got; every poll must have got exactly one message. */
function advance(queues: Queue[], bodies: readonly Buffer[]): void {
  bodies.forEach((body, index) => {
    const { events } = JSON.parse(body.toString()) as { events: { id: number; type: string }[] };
    if (events.filter((event) => event.type === 'message').length !== 1)
      throw new Error(`Not one message: ${body}`);
    queues[index]!.lastEventId = events.at(-1)!.id;
  });
}

async function bareFanOut(count: number, bytes: number, rounds: number): Promise<number[]> {
  const child = fork(join(import.meta.dirname, '..', 'bare-server.js'), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const port = await firstNumber(child);
    return await repeat(rounds, async () => {
      const polls = await WaitingPolls.open(
        port,
        Array.from({ length: count }, () => ({ path: '/hold' })),
      );
      const answers = polls.ask();
      while (Number(await (await fetch(`http://127.0.0.1:${port}/count`)).text()) < count) {}
      const start = performance.now();
      await fetch(`http://127.0.0.1:${port}/release?bytes=${bytes}`);
      await answers;
      const took = performance.now() - start;
      polls.close();
      return took;
    });
  } finally {
    child.kill();
  }
}

function firstNumber(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    child.stdout!.once('data', (chunk: Buffer) => resolve(Number(chunk.toString())));
    child.once('exit', () => reject(new Error('The bare server did not start.')));
  });
}
