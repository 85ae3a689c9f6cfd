import { Event, Origin } from '@parley/proto/events/v1/event';
import pg from 'pg';
import { type Bench, inParallel, type Scenario } from '../bench.ts';
import { sampleContent } from '../http-sender.ts';
import { liveBytes } from '../live-memory.ts';
import { cpuSeconds } from '../processes.ts';

const idle = Number(process.env.BENCH_QUEUES ?? 20_000);
const stored = Number(process.env.BENCH_EVENTS ?? 500_000);
const peopleCount = 100;
/** Number of queues to register before the measurement, so that the code is compiled and the heap has grown. */
const warmUp = 2_000;
const watchMs = 20_000;

/** Measures memory and CPU use of an `event-queue` process for queues without a pending poll. */
export const idleQueues: Scenario = async (bench) => {
  const pid = bench.cluster.pidOf('event-queue');
  const restingCpu = await cpuShare(pid);
  await openAndPoll(bench, warmUp);
  const before = await liveBytes(pid);
  await openAndPoll(bench, idle);
  const perQueue = ((await liveBytes(pid)) - before) / idle;
  const share = await cpuShare(pid);
  const text = idle.toLocaleString('en');
  const method = `${text} queues of ${peopleCount} people, each polled once`;
  return [
    {
      name: 'memory per idle queue in event-queue',
      value: perQueue,
      unit: 'bytes',
      aim: '≤ 2,048 bytes',
      met: perQueue <= 2_048,
      method: `${method}; growth of heap and buffers after a full collection`,
    },
    {
      name: `CPU of event-queue with ${text} idle queues`,
      value: share * 100,
      unit: '%',
      limit: restingCpu * 100,
      aim: '≤ 1 % more than with none',
      met: share - restingCpu <= 0.01,
      method: `${method}; ${watchMs / 1000} s; limit: the same with no queue`,
    },
  ];
};

async function openAndPoll(bench: Bench, count: number): Promise<void> {
  const people = await bench.people(peopleCount);
  await inParallel(count, 16, async (index) => {
    const reader = await people[index % peopleCount]!.register({
      event_types: ['message'],
      fetch_event_types: [],
      idle_queue_timeout: 3_600,
    });
    await reader.pollNow();
  });
}

/** Returns the average number of CPU cores that a process uses while it is idle. */
async function cpuShare(pid: number): Promise<number> {
  const before = cpuSeconds(pid);
  await new Promise((resolve) => setTimeout(resolve, watchMs));
  return (cpuSeconds(pid) - before) / (watchMs / 1000);
}

/** Measures how long a replica of `event-queue` takes to become ready when the event log is long. */
export const freshReplica: Scenario = async (bench) => {
  const { cluster } = bench;
  bench.say(`Writing ${stored} events to the log`);
  const sequence = await write(bench);
  await cluster.caughtUp();
  const took: number[] = [];
  for (let round = 0; round < bench.rounds; round++) {
    const before = cluster.pidOf('event-queue');
    process.kill(before, 'SIGKILL');
    const started = await startOfAnother(bench, before);
    await ready(cluster.opsPortOf('event-queue'));
    took.push(performance.now() - started);
  }
  const worst = Math.max(...took);
  return [
    {
      name: `event-queue ready, ${stored.toLocaleString('en')} events in the stream`,
      value: worst / 1000,
      unit: 's',
      aim: '≤ 5 s',
      met: worst <= 5_000,
      method: `worst of ${bench.rounds} starts of the process after a SIGKILL, until /readyz is 200; ${sequence} entries`,
    },
  ];
};

/** Waits until the launcher has restarted a killed `event-queue`. Returns the time at which the new process exists. */
async function startOfAnother({ cluster }: Bench, before: number): Promise<number> {
  for (;;) {
    const found = cluster.processes().find(({ service }) => service === 'event-queue');
    if (found && found.pid !== before) return performance.now();
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

async function ready(opsPort: number): Promise<void> {
  for (;;) {
    const answer = await fetch(`http://127.0.0.1:${opsPort}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

/** Writes each event in its own transaction, over several connections. Returns the log's sequence number of the last entry. */
async function write({ cluster }: Bench): Promise<number> {
  const body = Buffer.from(Event.encode(message()).finish()).toString('hex');
  const writers = 4;
  await Promise.all(
    Array.from({ length: writers }, async () => {
      const client = new pg.Client({ connectionString: cluster.databaseUrl });
      await client.connect();
      try {
        await client.query('set synchronous_commit to off');
        await client.query(`do $$ begin for i in 1..${Math.ceil(stored / writers)} loop
          perform log.emit(decode('${body}', 'hex'), 0); commit; end loop; end $$`);
      } finally {
        await client.end();
      }
    }),
  );
  return await cluster.logReached();
}

/** Returns an event with the size of a message event, for a channel without subscribers. No service handles its kind. */
const message = (): Event =>
  Event.fromPartial({
    kind: 'bench.event.written',
    origin: Origin.MESSAGING,
    deliveries: [
      {
        type: 'reaction',
        audience: { channelId: 1_000_000_000 },
        json: Buffer.from(JSON.stringify({ type: 'reaction', text: sampleContent.repeat(5) })),
      },
    ],
  });
