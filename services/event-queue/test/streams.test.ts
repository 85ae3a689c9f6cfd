import { eventually } from '@parley/test-servers';
import { describe, expect, it } from 'vitest';
import { channelMessage, clientEvent, subscriptions, userChanged } from './events.ts';
import { idsOf, startEnv } from './support.ts';

const room = (count = 1) => Array.from({ length: count }, () => channelMessage({ channelId: 10 }));

describe('a stream', () => {
  it('sends the events that the queue already has, a heartbeat, and then each event as it arrives', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const { queueId } = await replica.register(1, { channelIds: [10] });
    const early = await env.publish(...room(2));
    await replica.caughtUp();
    const stream = replica.gateway.stream(1, queueId, -1);
    await eventually(() => stream.heartbeats.length === 1);
    expect(stream.ids).toEqual(early);
    expect(stream.heartbeats[0]).toBeGreaterThanOrEqual(early.at(-1)!);
    const [foreign] = await env.publish(channelMessage({ channelId: 11 }));
    const joined = await env.publish(subscriptions('joined', [1], [11]), channelMessage({ channelId: 11 }));
    const later = await env.publish(...room(3));
    await eventually(() => stream.ids.length === 7);
    expect(stream.ids).toEqual([...early, ...joined, ...later]);
    expect(stream.ids).not.toContain(foreign);
    expect(stream).toMatchObject({ hasEnded: false, error: undefined });
  });

  it('does not acknowledge the events that it sends: only the next request does', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica({
      PARLEY_EVENT_QUEUE_HEARTBEAT_MS: '300',
      PARLEY_EVENT_QUEUE_HEARTBEAT_JITTER_MS: '0',
    });
    const { queueId } = await replica.register(1, { channelIds: [10] });
    const first = replica.gateway.stream(1, queueId, -1);
    const ids = [...(await env.publish(...room(2))), ...(await env.publish(...room(2)))];
    // Neither the events of a stream nor its heartbeats acknowledge anything, so a poll returns the events again.
    await eventually(() => first.ids.length === 4 && first.heartbeats.length >= 3);
    expect(idsOf(await replica.gateway.poll(1, queueId, -1))).toEqual(ids);
    const second = replica.gateway.stream(1, queueId, ids[1]);
    await eventually(() => second.heartbeats.length >= 1);
    expect(second.ids).toEqual(ids.slice(2));
    // Opening the second stream has acknowledged the events up to its position.
    expect(idsOf(await replica.gateway.poll(1, queueId, -1))).toEqual(ids.slice(2));
  });

  it('ends when a newer stream or poll of its queue arrives', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const { queueId } = await replica.register(1, { channelIds: [10] });
    const first = replica.gateway.stream(1, queueId, -1);
    await eventually(() => first.heartbeats.length === 1);
    const second = replica.gateway.stream(1, queueId, -1);
    await eventually(() => first.hasEnded && second.heartbeats.length === 1);
    const poll = replica.gateway.poll(1, queueId, -1);
    await eventually(() => second.hasEnded);
    const [id] = await env.publish(...room());
    expect(idsOf(await poll)).toEqual([id]);
    expect([...first.ids, ...second.ids]).toEqual([]);
  });

  it('fails with BAD_EVENT_QUEUE_ID when its queue is deleted or its owner deactivated', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const [deleted, dead] = [await replica.register(1), await replica.register(2)];
    const streams = [
      replica.gateway.stream(1, deleted.queueId, -1),
      replica.gateway.stream(2, dead.queueId, -1),
    ];
    await eventually(() => streams.every(({ heartbeats }) => heartbeats.length === 1));
    await replica.delete(1, deleted.queueId);
    await env.publish(userChanged(2, 400, 400, false));
    await eventually(() => streams.every(({ error }) => error !== undefined));
    expect(streams.map(({ error }) => error)).toEqual(['BAD_EVENT_QUEUE_ID', 'BAD_EVENT_QUEUE_ID']);
  });

  it('continues at another replica after the last event that was sent', async () => {
    await using env = await startEnv();
    const [first, second] = [await env.startReplica(), await env.startReplica()];
    const { queueId } = await first.register(1, { channelIds: [10] });
    const before = await env.publish(...room(3));
    await first.caughtUp();
    const stream = first.gateway.stream(1, queueId, -1);
    await eventually(() => stream.heartbeats.length === 1);
    const after = await env.publish(...room(2));
    await second.caughtUp();
    const moved = second.gateway.stream(1, queueId, -1, before.at(-1));
    await eventually(() => moved.heartbeats.length === 1);
    expect(moved.ids).toEqual(after);
    // The client has not acknowledged anything, so a poll returns all events.
    expect(idsOf(await second.gateway.poll(1, queueId, -1))).toEqual([...before, ...after]);
  });

  it('ends when one answer cannot contain all events, and the next stream sends the rest exactly once', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica({ PARLEY_EVENT_QUEUE_ANSWER_EVENTS: '3' });
    const { queueId } = await replica.register(1, { channelIds: [10] });
    const live = replica.gateway.stream(1, queueId, -1);
    await eventually(() => live.heartbeats.length === 1);
    // Events of one log entry are offered to the stream together, and exceed the limit of one answer.
    const ids = await env.publish(...room(8), clientEvent({ maxRole: 400 }));
    await eventually(() => live.hasEnded);
    const received = [...live.ids];
    const lengths = [received.length];
    for (;;) {
      const next = replica.gateway.stream(1, queueId, received.at(-1));
      await eventually(() => next.hasEnded || next.heartbeats.length > 0);
      received.push(...next.ids);
      lengths.push(next.ids.length);
      if (!next.hasEnded) break;
    }
    expect(received).toEqual(ids);
    expect(lengths).toEqual([3, 3, 3, 0]);
  });
});
