import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { bareRequestCost } from '../bare-request.ts';
import { type Bench, createChannel, inParallel, type Scenario } from '../bench.ts';
import { fullRegistration } from '../full-registration.ts';
import { HttpSender, sampleContent } from '../http-sender.ts';
import { basic } from '../meanwhile.ts';
import { OpenStreams } from '../open-streams.ts';
import { clusterCpu, total } from '../processes.ts';
import { type Figure, maximum } from '../report.ts';
import { type PollTarget, WaitingPolls } from '../waiting-polls.ts';
import { advance, type Queue, targetOf } from './fan-out.ts';

/** Number of people, besides the owner and the sender. Only the first of them sign in and have queues. */
const people = 168;
const signedIn = 40;
const listeners = 160;
const registrations = { warmUp: 150, measured: 100 };
const reads = { warmUp: 300, measured: 300 };
const messages = { warmUp: 60, measured: 60 };
/** Number of messages that a reader gets, and that are in the channel before. */
const page = 100;
/** Time in milliseconds after which all polls wait again. */
const settleMs = 100;

/** Measures what one client, and copies to many of them, cost in an organization of 170 people. */
export const small: Scenario = async (bench) => {
  const some = await bench.people(signedIn);
  await bench.accounts(people - signedIn);
  const channelId = await createChannel(
    bench,
    'load small',
    some.map(({ userId }) => userId),
  );
  const sender = new HttpSender(bench.cluster.url, bench.sender, 1);
  const pool = new Pool(bench.cluster.url, { connections: 1 });
  try {
    await sender.sendCount(2 * page, 1, channelId);
    const bare = await bareRequestCost();
    return [
      ...(await costOfRegistrations(bench, pool, bare)),
      await costOfReads(bench, pool, bare),
      await costOfPolls(bench, sender, channelId, bare),
      await costOfStreams(bench, sender, channelId, bare),
    ];
  } finally {
    await sender.close();
    await pool.close();
  }
};

/** Runs a step `warmUp + measured` times, and returns the CPU seconds of all processes for each measured one. */
async function costOf(
  { cluster, say }: Bench,
  what: string,
  { warmUp, measured }: { warmUp: number; measured: number },
  step: () => Promise<unknown>,
): Promise<number> {
  for (let at = 0; at < warmUp; at++) await step();
  await cluster.caughtUp();
  const before = clusterCpu(cluster);
  for (let at = 0; at < measured; at++) await step();
  const after = clusterCpu(cluster);
  const each = [...after].map(
    ([name, used]) => `${name} ${Math.round(((used - (before.get(name) ?? 0)) / measured) * 1e6)}`,
  );
  say(`CPU µs per ${what}: ${each.join(', ')}`);
  return (total(after) - total(before)) / measured;
}

/** A cost in bare requests, and its target. */
function inBareRequests(name: string, seconds: number, bare: number, aim: number, method: string): Figure {
  return maximum({
    name: `170 people: ${name}, CPU in bare requests`,
    value: seconds / bare,
    unit: '',
    aim,
    method: `${method}; a bare request takes ${Math.round(bare * 1e6)} µs`,
  });
}

async function costOfRegistrations(bench: Bench, pool: Pool, bare: number): Promise<Figure[]> {
  const register = async (parameters: object) => {
    const answer = await pool.request({
      method: 'POST',
      path: '/api/v1/register',
      headers: {
        authorization: basic(bench.sender),
        'content-type': 'application/x-www-form-urlencoded',
        'accept-encoding': 'gzip',
      },
      body: new URLSearchParams({ ...fullRegistration, ...parameters }).toString(),
    });
    await answer.body.bytes();
    if (answer.statusCode !== 200) throw new Error(`A registration was answered ${answer.statusCode}.`);
  };
  const method = `${registrations.measured} registrations one after the other, after ${registrations.warmUp}`;
  const minimal = { event_types: '["message"]', fetch_event_types: '[]' };
  return [
    inBareRequests(
      'minimal registration',
      await costOf(bench, 'minimal registration', registrations, () => register(minimal)),
      bare,
      25,
      method,
    ),
    inBareRequests(
      'full registration',
      await costOf(bench, 'full registration', registrations, () => register({})),
      bare,
      400,
      method,
    ),
  ];
}

async function costOfReads(bench: Bench, pool: Pool, bare: number): Promise<Figure> {
  const narrow = JSON.stringify([{ operator: 'channel', operand: 'load small' }]);
  const query = new URLSearchParams({
    anchor: 'newest',
    num_before: String(page),
    num_after: '0',
    narrow,
  });
  const read = async () => {
    const answer = await pool.request({
      method: 'GET',
      path: `/api/v1/messages?${query}`,
      headers: { authorization: basic(bench.sender) },
    });
    const { messages } = (await answer.body.json()) as { messages: unknown[] };
    if (messages.length !== page) throw new Error(`${messages.length} messages were read.`);
  };
  return inBareRequests(
    '100 messages read',
    await costOf(bench, 'read of 100 messages', reads, read),
    bare,
    80,
    `${reads.measured} reads of a channel's newest ${page} messages, one after the other`,
  );
}

function openQueues(bench: Bench): Promise<Queue[]> {
  return inParallel(listeners, 8, async (index) => {
    const person = (await bench.people(signedIn))[index % signedIn]!;
    const { queueId, lastEventId } = await person.register({
      event_types: ['message'],
      fetch_event_types: [],
    });
    return { person, queueId, lastEventId };
  });
}

async function costOfPolls(bench: Bench, sender: HttpSender, channelId: number, bare: number) {
  const queues = await openQueues(bench);
  const targets = (): PollTarget[] => queues.map((queue) => targetOf(queue, '/events'));
  const polls = await WaitingPolls.open(bench.cluster.gatewayPorts, targets());
  let answers = polls.ask(targets());
  await bench.cluster.pollsWaiting(listeners);
  const seconds = await costOf(bench, 'message to 160 polls', messages, async () => {
    await sender.send(channelId, 'polls', sampleContent);
    advance(queues, await answers);
    answers = polls.ask(targets());
    await sleep(settleMs);
  });
  answers.catch(() => undefined);
  polls.close();
  return inBareRequests(
    `copy to one of ${listeners} polls`,
    seconds / listeners,
    bare,
    7,
    `${messages.measured} messages, one at a time; the send, and polls until all wait again, included`,
  );
}

async function costOfStreams(bench: Bench, sender: HttpSender, channelId: number, bare: number) {
  const queues = await openQueues(bench);
  const targets = queues.map((queue) => targetOf(queue, '/events/stream'));
  const open = await OpenStreams.open(bench.cluster.gatewayPorts, targets);
  const seconds = await costOf(bench, 'message to 160 streams', messages, async () => {
    const received = open.next();
    await sender.send(channelId, 'streams', sampleContent);
    await received;
    await sleep(settleMs);
  });
  open.close();
  return inBareRequests(
    `copy to one of ${listeners} streams`,
    seconds / listeners,
    bare,
    4,
    `${messages.measured} messages, one at a time; the send included`,
  );
}
