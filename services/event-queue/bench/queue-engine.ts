/**
 * Measures three costs of event queues in one process: reading the log into memory, delivering one message to 10,000 waiting
 * polls (up to the encoded frames), and the memory that is used. Run: node --expose-gc --conditions=parley-source
 * bench/queue-engine.ts
 */
import { ConnectResponse } from '@parley/proto/eventqueue/v1/event_queue';
import { EventHeader } from '@parley/proto/events/v1/header';
import { type Rights, rightsOf } from '../src/domain/rights.ts';
import { Texts } from '../src/domain/texts.ts';
import { WaitingPolls } from '../src/domain/waiting-polls.ts';
import { Window, type WindowEntry } from '../src/domain/window.ts';
import { toWindowEntry } from '../src/log/window-entry.ts';
import { groupAnswers } from '../src/polls/grouping.ts';
import type { OpenPoll, RegisteredPoll, Sink } from '../src/polls/poll.ts';
import { type Session, sessionOf } from '../src/queues/session.ts';
import { channelMessage, entryOf } from '../test/events.ts';

const polls = 10_000;
const channelsEach = 50;
const content = 'A message of usual length, such as people write all day. '.repeat(5);

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1]!;
const heap = (): number => {
  for (let round = 0; round < 3; round++) globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};
const report = (what: string, value: number, unit: string) =>
  console.log(`${what.padEnd(58)} ${value.toFixed(value < 10 ? 2 : 0).padStart(10)} ${unit}`);

const message = (id: number, channelId: number): WindowEntry =>
  entryOf(id, channelMessage({ channelId, content, isPublic: true }));

const reread = (event: WindowEntry): WindowEntry =>
  toWindowEntry({ ...event, header: EventHeader.decode(event.encoded) });

function benchWindow(): void {
  const source = Array.from({ length: 100_000 }, (_, at) => message(at + 1, 1 + (at % 1000)));
  const runs = Array.from({ length: 5 }, () => {
    const window = new Window(64 * 2 ** 20);
    const startedMs = performance.now();
    for (const event of source) {
      window.append(reread(event));
    }
    return source.length / ((performance.now() - startedMs) / 1000);
  });
  report('events into a full window', median(runs), 'events/s');
  const before = heap();
  const window = new Window(64 * 2 ** 20);
  for (const event of source) {
    window.append(reread(event));
  }
  report('window: counted', window.bytes / window.size, 'bytes/event');
  report('window: beside the encoded bytes, measured', (heap() - before) / window.size, 'bytes/event');
}

const channelsOf = (at: number): number[] => [
  1,
  ...Array.from({ length: channelsEach - 1 }, (_, n) => 2 + ((at * 7 + n * 13) % 1000)),
];

function sessionAt(at: number): Session {
  const record = {
    start: 0,
    idleSeconds: 600,
    profile: JSON.stringify({ allPublic: false, narrow: [], capabilities: ['empty_topic_name'] }),
    snapshots: [],
    settledAt: 1,
    position: 0,
    channels: channelsOf(at),
    role: 400,
  };
  const id = `emh8k2p9x0abcd:${at.toString().padStart(22, 'x')}`;
  return sessionOf(id, `${at}.${id.slice(15)}`, at + 1, record, { revision: at, storedAtMs: 0, nowMs: 0 });
}

function benchWaitingPolls(): void {
  const texts = new Texts(32 * 2 ** 20);
  const waitingPolls = new WaitingPolls<RegisteredPoll>(texts, { maxEvents: 1000, maxBytes: 2 ** 20 });
  const frames: Buffer[] = [];
  const sink: Sink = {
    answer(pollIds, { json: eventsJson, lastEventId }, endsStreams) {
      for (let at = 0; at < pollIds.length; at += 256) {
        const answers = { pollIds: pollIds.slice(at, at + 256), eventsJson, lastEventId, endsStreams };
        frames.push(ConnectResponse.encode({ frame: { $case: 'answers', answers } }).finish() as Buffer);
      }
    },
    fail: () => undefined,
  };
  const beforeSessions = heap();
  const sessions = Array.from({ length: polls }, (_, at) => sessionAt(at));
  report(`idle queue in memory (${channelsEach} channels)`, (heap() - beforeSessions) / polls, 'bytes');
  const listen = (session: Session, at: number, rights: Rights): RegisteredPoll => {
    const request = {
      pollId: at,
      queueId: session.id,
      userId: at + 1,
      keyScope: '',
      lastEventId: 0,
      dontBlock: false,
      traceparent: '',
      isStream: false,
      sentEventId: 0,
    };
    const open: OpenPoll = { sink, request, deadlineMs: 0, isOver: false, aborter: new AbortController() };
    const poll = { queue: session.view, pending: [], pendingBytes: 0, closed: false, open, session };
    waitingPolls.add(poll, rights);
    return poll;
  };
  const beforePolls = heap();
  let waiting = sessions.map((session, at) => listen(session, at, session.checkpoint.rights));
  report('waiting poll in memory, its person registered', (heap() - beforePolls) / polls, 'bytes');
  const answered: number[] = [];
  const again: number[] = [];
  for (let run = 0; run < 30; run++) {
    const entry = message(run + 1, 1);
    frames.length = 0;
    const startedMs = performance.now();
    waitingPolls.offer(entry);
    const matched = waitingPolls.takeMatched();
    for (const poll of matched) waitingPolls.remove(poll, 0);
    for (const { sink: to, pollIds, answer } of groupAnswers(matched)) to.answer(pollIds, answer, false);
    answered.push(performance.now() - startedMs);
    if (matched.length !== polls) throw new Error(`woke ${matched.length}`);
    const listenMs = performance.now();
    waiting = sessions.map((session, at) => listen(session, at, rightsOf([], 400)));
    again.push(performance.now() - listenMs);
  }
  report(`one message to ${polls} polls, frames encoded`, median(answered), 'ms');
  report('the same, per poll', (median(answered) * 1000) / polls, 'µs');
  report('and all of them waiting again', median(again), 'ms');
  report('frames', frames.length, '');
  const others: number[] = [];
  for (let run = 0; run < 2000; run++) {
    const entry = message(1000 + run, 5_000);
    const startedMs = performance.now();
    waitingPolls.offer(entry);
    others.push((performance.now() - startedMs) * 1000);
  }
  report(`an event that concerns none of ${waiting.length} waiting`, median(others), 'µs');
}

benchWaitingPolls();
benchWindow();
