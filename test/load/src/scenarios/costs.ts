import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { bareRequestCost } from '../bare-request.ts';
import { type Bench, createChannel, inParallel, type Scenario } from '../bench.ts';
import { HttpSender, sampleContent } from '../http-sender.ts';
import { clusterCpu } from '../processes.ts';
import type { Figure } from '../report.ts';
import { type PollTarget, WaitingPolls } from '../waiting-polls.ts';

const warmUpSends = 5_000;
const sends = 20_000;
const connections = 32;
const polls = 500;
const pollers = 50;
const warmUpMessages = 200;
const messages = 100;
const warmUpReads = 300;
const reads = 1_000;
const pings = 5_000;

/** Measures the unit costs for the scaling guide: CPU time of each process per operation, and bytes on disk per message. */
export const costs: Scenario = async (bench) => {
  const channelId = await createChannel(bench, 'load costs');
  const sender = new HttpSender(bench.cluster.url, bench.sender, connections);
  try {
    return [
      await costOfBareRequests(),
      ...(await costOfSends(bench, sender, channelId)),
      ...(await costOfReads(bench)),
      ...(await costOfPings(bench)),
      ...(await costOfPolls(bench, sender)),
    ];
  } finally {
    await sender.close();
  }
};

type Spent = ReadonlyMap<string, number>;

function since(before: Spent, after: Spent): Map<string, number> {
  return new Map([...after].map(([name, used]) => [name, used - (before.get(name) ?? 0)]));
}

/** Returns a figure for each process that uses at least a hundredth of the total CPU time. */
function perProcess(what: string, spent: Spent, count: number, method: string): Figure[] {
  const whole = [...spent.values()].reduce((sum, used) => sum + used, 0);
  return [...spent]
    .filter(([, used]) => used >= whole / 100)
    .map(([name, used]) => ({
      name: `CPU of ${name} per ${what}`,
      value: (used / count) * 1e6,
      unit: 'µs',
      method,
    }));
}

/** Measures the unit by which costs on different machines become comparable. */
async function costOfBareRequests(): Promise<Figure> {
  return {
    name: 'CPU of a bare request',
    value: (await bareRequestCost()) * 1e6,
    unit: 'µs',
    method: 'one POST with the form of a message to a bare node:http server',
  };
}

async function costOfSends({ cluster }: Bench, sender: HttpSender, channelId: number): Promise<Figure[]> {
  await sender.sendCount(warmUpSends, connections, channelId);
  await cluster.caughtUp();
  const client = new pg.Client({ connectionString: cluster.databaseUrl });
  await client.connect();
  const disk = async () => {
    await client.query('checkpoint');
    const { rows } = await client.query(`
      select pg_total_relation_size('messaging.messages')::float8 as tables,
             pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as wal`);
    return { ...(rows[0] as { tables: number; wal: number }), log: sizeOf(join(cluster.dataDir, 'nats')) };
  };
  const before = { disk: await disk(), cpu: clusterCpu(cluster) };
  await sender.sendCount(sends, connections, channelId);
  await cluster.caughtUp();
  const spent = since(before.cpu, clusterCpu(cluster));
  const after = await disk();
  await client.end();
  const method = `${sends} messages of ${sampleContent.length} characters over ${connections} connections`;
  const kept = (name: string, of: 'tables' | 'wal' | 'log') => ({
    name,
    value: (after[of] - before.disk[of]) / sends,
    unit: 'bytes',
    method,
  });
  return [
    ...perProcess('send', spent, sends, method),
    kept('PostgreSQL per message, table and indexes', 'tables'),
    kept('write-ahead log per message', 'wal'),
    kept('log of events per message', 'log'),
  ];
}

async function costOfReads({ cluster, sender }: Bench): Promise<Figure[]> {
  const narrow = [{ operator: 'channel', operand: 'load costs' }];
  const read = () => sender.api.get('/messages', { anchor: 'newest', num_before: 100, num_after: 0, narrow });
  await inParallel(warmUpReads, 4, read);
  const before = clusterCpu(cluster);
  await inParallel(reads, 4, read);
  const spent = since(before, clusterCpu(cluster));
  return perProcess(
    'read of 100 messages',
    spent,
    reads,
    `${reads} reads of a channel's newest 100 messages`,
  );
}

/** Measures presence pings. */
async function costOfPings(bench: Bench): Promise<Figure[]> {
  const people = await bench.people(pollers);
  const ping = (index: number) =>
    people[index % people.length]!.api.post('/users/me/presence', { status: 'active', last_update_id: -1 });
  await inParallel(pings, 16, ping);
  const before = clusterCpu(bench.cluster);
  await inParallel(pings, 16, ping);
  const spent = since(before, clusterCpu(bench.cluster));
  return perProcess('ping of presence', spent, pings, `${pings} pings of ${pollers} people, 16 at a time`);
}

/** Measures clients that poll, receive a message, and poll again. */
async function costOfPolls(bench: Bench, sender: HttpSender): Promise<Figure[]> {
  const { cluster } = bench;
  const people = await bench.people(pollers);
  // Waits for the notice about the subscription that each user receives, so that it is not measured.
  const readers = await Promise.all(people.map((person) => person.register({ event_types: ['message'] })));
  const channelId = await createChannel(
    bench,
    'load costs of polls',
    people.map(({ userId }) => userId),
  );
  await Promise.all(readers.map((reader) => reader.start().waitFor((events) => events.length > 0)));
  await Promise.all(readers.map((reader) => reader.stop()));
  const queues = await inParallel(polls, 16, async (index) => {
    const person = people[index % people.length]!;
    const registered = await person.register({ event_types: ['message'], fetch_event_types: [] });
    return { person, queueId: registered.queueId, lastEventId: registered.lastEventId };
  });
  const target = ({ person, queueId, lastEventId }: (typeof queues)[number]): PollTarget => ({
    path: `/api/v1/events?queue_id=${encodeURIComponent(queueId)}&last_event_id=${lastEventId}`,
    authorization: `Basic ${Buffer.from(`${person.email}:${person.apiKey}`).toString('base64')}`,
  });
  const waiting = await WaitingPolls.open(cluster.gatewayPorts, queues.map(target));
  let before = clusterCpu(cluster);
  for (let round = -warmUpMessages; round < messages; round++) {
    if (round === 0) before = clusterCpu(cluster);
    const answers = waiting.ask(queues.map(target));
    await cluster.pollsWaiting(polls);
    await sender.send(channelId, 'costs', sampleContent);
    (await answers).forEach((body, index) => {
      const { events } = JSON.parse(body.toString()) as { events: { id: number }[] };
      queues[index]!.lastEventId = events.at(-1)!.id;
    });
  }
  const spent = since(before, clusterCpu(cluster));
  waiting.close();
  const method = `${messages} messages to ${polls} polls, each asked again; the sends included`;
  return perProcess('copy and poll', spent, messages * polls, method);
}

function sizeOf(path: string): number {
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.blk'))
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
