import { errors } from '@parley/core';
import { eventually } from '@parley/test-servers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { EventTarget, StreamedEvents } from '../../src/context.ts';
import { answer, pollsOf, Replica, request } from './replica.ts';

/** Collects the events that a stream writes. */
class Client implements EventTarget {
  readonly texts: string[] = [];
  hasEnded = false;
  isSlow = false;

  write({ eventsJson }: StreamedEvents): boolean {
    if (this.hasEnded) throw new Error('written after the end');
    this.texts.push(eventsJson.toString());
    return !this.isSlow;
  }

  end(): void {
    if (this.hasEnded) throw new Error('ended twice');
    this.hasEnded = true;
  }
}

/** Opens a stream. Resolves after the replica has answered once. */
async function open(polls: ReturnType<typeof pollsOf>, ...[queueId, options]: Parameters<typeof request>) {
  const client = new Client();
  (await polls.stream(request(queueId, options))).pipe(client);
  return client;
}

/** Starts a replica that answers each new stream immediately, with the ID of the last event that was already sent. */
const answering = async (replica: Replica) => {
  replica.onPoll = ({ pollId, send, sentEventId }) =>
    send(answer([pollId], `["from ${sentEventId}"]`, Math.max(sentEventId, 10)));
  return await replica.start();
};

afterEach(() => void vi.restoreAllMocks());

describe('a stream', () => {
  it('writes answers until an answer ends it', async () => {
    await using replica = await answering(new Replica());
    await using polls = pollsOf(replica);
    const client = await open(polls, 'e:1');
    const [{ pollId, send }] = replica.asked as [(typeof replica.asked)[0]];
    send(answer([pollId], '[11]', 11));
    send(answer([pollId], '[12]', 12, true));
    send(answer([pollId], '[13]', 13));
    await eventually(() => client.hasEnded);
    expect(client.texts).toEqual(['["from 0"]', '[11]', '[12]']);
  });

  it('moves to another replica, which learns the position of the last sent event, when its own is killed or stops', async () => {
    for (const how of ['killed', 'leaving'] as const) {
      await using a = await answering(new Replica());
      await using b = await answering(new Replica());
      await using polls = pollsOf(a, b);
      await polls.linked(2);
      const client = await open(polls, 'e:1');
      const [first, second] = a.asked.length === 1 ? [a, b] : [b, a];
      const { pollId, send } = first.asked[0]!;
      send(answer([pollId], '[20]', 20));
      await eventually(() => client.texts.length === 2);
      if (how === 'killed') await first.kill();
      else first.say({ $case: 'leaving', leaving: {} });
      await eventually(() => client.texts.length === 3);
      expect(client.texts).toEqual(['["from 0"]', '[20]', '["from 20"]']);
      expect(second.asked).toMatchObject([{ lastEventId: 7, sentEventId: 20 }]);
      expect(client.hasEnded).toBe(false);
    }
  });

  it('ends, also at its replica, when the client disconnects, reads too slowly, or at its deadline', async () => {
    await using replica = await answering(new Replica());
    await using polls = pollsOf(replica);
    const leaving = new AbortController();
    const left = await open(polls, 'e:1', { signal: leaving.signal });
    const slow = await open(polls, 'e:2');
    const late = await open(polls, 'e:3', { timeoutMs: 4_000 });
    leaving.abort();
    slow.isSlow = true;
    const { pollId, send } = replica.asked[1]!;
    send(answer([pollId], '[11]', 11));
    await eventually(() => left.hasEnded && slow.hasEnded && late.hasEnded);
    await eventually(() => replica.cancelled.length === 3);
    expect(replica.cancelled.toSorted()).toEqual(replica.asked.map((asked) => asked.pollId).toSorted());
  });

  it('ends when the account of its user changes, while streams of other users continue', async () => {
    await using replica = await answering(new Replica());
    await using polls = pollsOf(replica);
    const own = await open(polls, 'e:1');
    const other = new Client();
    (await polls.stream({ ...request('e:2'), userId: 2 })).pipe(other);
    const poll = polls.poll(request('e:3'));
    polls.endStreams(1);
    await eventually(() => own.hasEnded);
    expect(other.hasEnded).toBe(false);
    polls.endStreams();
    await eventually(() => other.hasEnded);
    await eventually(() => replica.asked.length === 3);
    expect(String(await poll)).toBe('["from 0"]');
  });

  it('ends, and so does a waiting poll, when a session or key of its user ends', async () => {
    await using replica = await answering(new Replica());
    await using polls = pollsOf(replica);
    const own = await open(polls, 'e:1');
    const other = await polls.poll({ ...request('e:2'), userId: 2 });
    expect(String(other)).toBe('["from 0"]');
    // From here on, the replica answers no polls.
    replica.onPoll = undefined;
    const waiting = polls.poll(request('e:3'));
    const ofOther = polls.poll({ ...request('e:4'), userId: 2 });
    polls.revoke(1);
    expect(String(await waiting)).toBe('[]');
    await eventually(() => own.hasEnded);
    expect(await Promise.race([ofOther, 'waiting'])).toBe('waiting');
  });

  it('ends when the gateway stops, and a new stream ends immediately', async () => {
    await using replica = await answering(new Replica());
    await using polls = pollsOf(replica);
    const open1 = await open(polls, 'e:1');
    await polls.drain(0);
    expect(open1.hasEnded).toBe(true);
    const late = await open(polls, 'e:2');
    expect(late).toMatchObject({ hasEnded: true, texts: [] });
  });

  it('ends after its next event when its session has ended, and continues while that is unknown', async () => {
    await using replica = await answering(new Replica());
    await using polls = pollsOf(replica);
    const failure: { error: Error | undefined } = { error: undefined };
    let verified = 0;
    const verify = async () => {
      verified++;
      if (failure.error) throw failure.error;
    };
    const client = new Client();
    (await polls.stream({ ...request('e:1'), verify })).pipe(client);
    const [{ pollId, send }] = replica.asked as [(typeof replica.asked)[0]];
    send(answer([pollId], '[11]', 11));
    send(answer([pollId], '[12]', 12));
    await eventually(() => verified === 1);
    failure.error = errors.unavailable();
    send(answer([pollId], '[13]', 13));
    await eventually(() => verified === 2);
    expect(client.hasEnded).toBe(false);
    failure.error = errors.unauthorized();
    send(answer([pollId], '[14]', 14));
    await eventually(() => client.hasEnded);
    expect(client.texts).toEqual(['["from 0"]', '[11]', '[12]', '[13]', '[14]']);
  });

  it('verifies its caller immediately after a long time without events, and sets no timer in the past', async () => {
    await using replica = await answering(new Replica());
    await using polls = pollsOf(replica);
    let verified = 0;
    const verify = async () => {
      verified++;
    };
    (await polls.stream({ ...request('e:1'), verify })).pipe(new Client());
    const [{ pollId, send }] = replica.asked as [(typeof replica.asked)[0]];
    await eventually(() => verified === 1);
    const later = performance.now() + 10_000;
    vi.spyOn(performance, 'now').mockReturnValue(later);
    const timers = vi.spyOn(globalThis, 'setTimeout');
    send(answer([pollId], '[11]', 11));
    await eventually(() => verified === 2);
    expect(timers.mock.calls.filter(([, delayMs]) => delayMs !== undefined && delayMs < 0)).toEqual([]);
  });

  it('is refused while all replicas are of a release that does not serve streams', async () => {
    await using older = new Replica();
    older.servesStreams = false;
    await answering(older);
    await using polls = pollsOf(older);
    await polls.linked(1);
    await expect(polls.stream(request('e:1'))).rejects.toMatchObject({ status: 404 });
    expect(String(await polls.poll(request('e:1')))).toBe('["from 0"]');
  });
});
