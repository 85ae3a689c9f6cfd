import { eventually } from '@parley/test-servers';
import { describe, expect, it } from 'vitest';
import {
  channelMessage,
  clientEvent,
  directMessage,
  organizationChanged,
  subscriptions,
  userChanged,
} from './events.ts';
import { emptyTopicName, idsOf, startEnv } from './support.ts';

describe('a queue', () => {
  it('receives its owner’s events and no others, in order, whether a poll waits or not', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const { gateway } = replica;
    const alice = await replica.register(1, { channelIds: [10] });
    const eve = await replica.register(2);
    const eves = gateway.poll(2, eve.queueId, -1);
    const first = gateway.poll(1, alice.queueId, -1);
    const [hello] = await env.publish(channelMessage({ channelId: 10, content: 'hello' }));
    const answer = await first;
    expect(answer).toMatchObject({
      events: [
        { id: hello, type: 'message', message: { content: '<p>hello</p>', stream_id: 10 }, flags: ['read'] },
      ],
    });
    const [direct, , wide] = await env.publish(
      directMessage([1, 3]),
      channelMessage({ channelId: 11, isPublic: true }),
      clientEvent({ maxRole: 400 }),
    );
    expect(idsOf(await gateway.poll(1, alice.queueId, hello))).toEqual([direct, wide]);
    expect(idsOf(await eves)).toEqual([wide]);
    expect(idsOf(await gateway.poll(1, alice.queueId, wide, { dontBlock: true }))).toEqual([]);
  });

  it('gets the latest name of the empty topic without the capability', async () => {
    await using env = await startEnv();
    const first = await env.startReplica();
    const { queueId } = await first.register(1, { channelIds: [10], capabilities: [] });
    const named = (subject: string) => ({ events: [{ message: { subject } }] });
    const [before] = await env.publish(channelMessage({ channelId: 10, topic: '' }));
    expect(await first.gateway.poll(1, queueId, -1)).toMatchObject(named(emptyTopicName));
    await env.publish(organizationChanged({ empty_topic_display_name: 'Sundries' }));
    const waiting = first.gateway.poll(1, queueId, before);
    const [after] = await env.publish(channelMessage({ channelId: 10, topic: '' }));
    expect(await waiting).toMatchObject(named('Sundries'));
    await using second = await env.startReplica();
    expect(await second.gateway.poll(1, queueId, before)).toMatchObject({
      events: [{ id: after, message: { subject: 'Sundries' } }],
    });
  });

  it('receives a channel’s events from joining to leaving, at any replica, also one started afterwards', async () => {
    await using env = await startEnv();
    const first = await env.startReplica();
    const alice = await first.register(1);
    const early = channelMessage({ channelId: 10, content: 'early' });
    const published: number[] = [];
    for (const event of [
      early,
      subscriptions('joined', [1], [10]),
      channelMessage({ channelId: 10, content: 'inside' }),
      subscriptions('left', [1], [10]),
      channelMessage({ channelId: 10, content: 'late' }),
    ]) {
      published.push(...(await env.publish(event)));
    }
    const expected = [published[1], published[2], published[3]];
    await first.caughtUp();
    expect(idsOf(await first.gateway.poll(1, alice.queueId, -1))).toEqual(expected);
    await using second = await env.startReplica();
    expect(idsOf(await second.gateway.poll(1, alice.queueId, -1))).toEqual(expected);
    expect(idsOf(await second.gateway.poll(1, alice.queueId, published[2]))).toEqual([published[3]]);
    // The messages below do not fit into the window of this replica together with the earlier events, so the replica must read
    // these from the log again.
    await using small = await env.startReplica({ PARLEY_EVENT_QUEUE_WINDOW_BYTES: '65536' });
    for (let at = 0; at < 20; at++) {
      await env.publish(channelMessage({ channelId: 10, content: 'x'.repeat(10_000) }));
    }
    await small.caughtUp();
    expect(idsOf(await small.gateway.poll(1, alice.queueId, -1))).toEqual(expected);
    const rest = await small.gateway.poll(1, alice.queueId, published[3], { dontBlock: true });
    expect(idsOf(rest)).toEqual([]);
  });

  it('skips the events that its registration contains and delivers the rest', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const { epoch, startEventId } = await replica.begin();
    // The person was subscribed to channel 10, which the snapshot of the channel service includes. Then the message `seen` was
    // sent, which the snapshot of messaging includes, and the message `new`, which that snapshot does not include.
    const ids = await env.log.publish(
      { event: subscriptions('joined', [1], [10]), transactionId: 500 },
      { event: channelMessage({ channelId: 10, content: 'seen' }), transactionId: 501 },
      { event: channelMessage({ channelId: 10, content: 'new' }), transactionId: 503 },
      { event: subscriptions('left', [1], [10]), transactionId: 504 },
      { event: channelMessage({ channelId: 10, content: 'gone' }), transactionId: 505 },
    );
    const snapshot = (xmin: number) => ({ xmin, xmax: xmin, inProgress: [], lsn: 5000, timeline: 0 });
    const { queueId } = await replica.register(1, {
      epoch,
      startEventId,
      channelIds: [10],
      snapshots: [
        { origin: 2, snapshot: snapshot(501) },
        { origin: 1, snapshot: snapshot(502) },
      ],
    });
    const poll = replica.gateway.poll(1, queueId, startEventId);
    // Nothing is delivered before the log contains everything that the snapshots include.
    expect(idsOf(await replica.gateway.poll(1, queueId, startEventId, { dontBlock: true }))).toEqual([]);
    expect(idsOf(await poll)).toEqual([]);
    const again = replica.gateway.poll(1, queueId, startEventId);
    await env.log.announce({ lsn: 5000 });
    expect(idsOf(await again)).toEqual([ids[2], ids[3]]);
  });

  it('contains events of a promoted standby whose transaction IDs the former primary had assigned before', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const { epoch, startEventId } = await replica.begin();
    const sent = (content: string, transactionId: number, timeline: number) => ({
      event: channelMessage({ channelId: 10, content }),
      transactionId,
      timeline,
    });
    // The registration's snapshot treats transaction 502 as finished, because it was rolled back on the former primary.
    const snapshot = { xmin: 503, xmax: 503, inProgress: [], lsn: 5000, timeline: 1 };
    const { queueId } = await replica.register(1, {
      epoch,
      startEventId,
      channelIds: [10],
      snapshots: [
        { origin: 2, snapshot },
        { origin: 1, snapshot },
      ],
    });
    const ids = await env.log.publish(sent('seen', 501, 1), sent('new', 502, 2));
    await env.log.announce({ lsn: 5000, timeline: 2 });
    await eventually(async () => {
      const events = await replica.gateway.poll(1, queueId, startEventId, { dontBlock: true });
      return idsOf(events).length > 0;
    });
    const events = await replica.gateway.poll(1, queueId, startEventId, { dontBlock: true });
    expect(idsOf(events)).toEqual([ids[1]]);
  });

  it('answers many polls with one frame, and each with its own flags', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const people = Array.from({ length: 300 }, (_, at) => at + 1);
    const queues: { queueId: string }[] = [];
    while (queues.length < people.length) {
      const next = people.slice(queues.length, queues.length + 20);
      queues.push(...(await Promise.all(next.map((id) => replica.register(id, { channelIds: [10] })))));
    }
    const polls = queues.map(({ queueId }, at) => replica.gateway.poll(people[at]!, queueId, -1));
    await eventually(() => replica.service.stats().waiting === 300);
    await env.publish(channelMessage({ channelId: 10, senderId: 7 }));
    const answers = await Promise.all(polls);
    answers.forEach((answer, at) => {
      expect(answer).toMatchObject({ events: [{ flags: people[at] === 7 ? ['read'] : [] }] });
    });
    expect(replica.gateway.frames.map((frame) => frame.length).sort((a, b) => a - b)).toEqual([1, 43, 256]);
  });

  it('gets a heartbeat with the merged position, and continues from there', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica({
      PARLEY_EVENT_QUEUE_HEARTBEAT_MS: '100',
      PARLEY_EVENT_QUEUE_HEARTBEAT_JITTER_MS: '0',
    });
    const alice = await replica.register(1);
    const [other] = await env.publish(channelMessage({ channelId: 10 }));
    await replica.caughtUp();
    const answer = await replica.gateway.poll(1, alice.queueId, -1);
    expect(answer).toMatchObject({ events: [{ type: 'heartbeat' }] });
    const [position] = idsOf(answer);
    expect(position).toBe(Math.floor(other! / 256) * 256 + 255);
    const [mine] = await env.publish(directMessage([1, 2]));
    await replica.caughtUp();
    expect(idsOf(await replica.gateway.poll(1, alice.queueId, position))).toEqual([mine]);
  });

  it('limits the size of an answer, and continues with the next answer', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica({ PARLEY_EVENT_QUEUE_ANSWER_EVENTS: '3' });
    const alice = await replica.register(1);
    const ids = await env.publish(...Array.from({ length: 7 }, (_, at) => clientEvent({ userIds: [1] }, at)));
    await replica.caughtUp();
    const got: number[] = [];
    for (let last = -1; got.length < 7; last = got.at(-1)!) {
      const part = idsOf(await replica.gateway.poll(1, alice.queueId, last));
      expect(part.length).toBeLessThanOrEqual(3);
      got.push(...part);
    }
    expect(got).toEqual(ids);
  });

  it('applies the event types, the narrow, the option for all public channels and local echo of its registration', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const filter = { eventTypes: [], hasEventTypes: false, allPublicStreams: false, narrow: [] };
    const only = await replica.register(1, {
      channelIds: [10],
      filter: { ...filter, eventTypes: ['reaction'], hasEventTypes: true },
    });
    const narrow = await replica.register(1, {
      channelIds: [10],
      filter: { ...filter, narrow: [{ operator: 'topic', operand: 'Lunch' }] },
    });
    const all = await replica.register(1, { filter: { ...filter, allPublicStreams: true } });
    const echo = { localMessageId: 'x.1', localQueueId: all.queueId };
    const [message, , reaction, lunch] = await env.publish(
      channelMessage({ channelId: 10, isPublic: true, fact: echo }),
      channelMessage({ channelId: 20 }),
      clientEvent({ channelId: 10 }),
      channelMessage({ channelId: 10, topic: 'lunch' }),
    );
    await replica.caughtUp();
    const poll = (queueId: string) => replica.gateway.poll(1, queueId, -1, { dontBlock: true });
    expect(idsOf(await poll(only.queueId))).toEqual([reaction]);
    expect(idsOf(await poll(narrow.queueId))).toEqual([reaction, lunch]);
    const ofAllPublic = await poll(all.queueId);
    expect(idsOf(ofAllPublic)).toEqual([message]);
    expect(ofAllPublic).toMatchObject({ events: [{ local_message_id: 'x.1' }] });
    const guest = replica.register(1, { role: 600, filter: { ...filter, allPublicStreams: true } });
    await expect(guest).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const odd = { ...filter, narrow: [{ operator: 'near', operand: '7' }] };
    await expect(replica.register(1, { filter: odd })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('receives the events that its owner’s role allows, from a change of the role on', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const alice = await replica.register(1, { role: 600 });
    const [, promotion, after] = await env.publish(
      clientEvent({ maxRole: 400 }),
      userChanged(1, 400, 600),
      clientEvent({ maxRole: 400 }),
    );
    await replica.caughtUp();
    expect(idsOf(await replica.gateway.poll(1, alice.queueId, -1))).toEqual([promotion, after]);
  });
});
