import { jetstreamManager } from '@nats-io/jetstream';
import { logNames } from '@parley/event-log';
import { eventually, startLoopClock } from '@parley/test-servers';
import { describe, expect, it } from 'vitest';
import { channelMessage, clientEvent, directMessage, userChanged } from './events.ts';
import { idsOf, startEnv, type TestEnv } from './support.ts';

const bad = (queueId: string) => ({ code: 'BAD_EVENT_QUEUE_ID', fields: { queue_id: queueId } });

async function recordsOf(env: TestEnv): Promise<{ keys: string[]; deletions: number }> {
  const jsm = await jetstreamManager(env.nats);
  const bucket = logNames(env.log.prefix).queueBucket(env.log.epoch);
  const { state } = await jsm.streams.info(`KV_${bucket}`, { subjects_filter: '>' });
  const keys = Object.keys(state.subjects ?? {}).map((subject) => subject.slice(`$KV.${bucket}.`.length));
  return { keys: keys.filter((key) => key !== 'clock'), deletions: state.last_seq };
}

describe('a queue’s record', () => {
  it('is found by every replica as soon as the queue exists, and only for its owner', async () => {
    await using env = await startEnv();
    const [first, second] = [await env.startReplica(), await env.startReplica()];
    for (let at = 0; at < 30; at++) {
      const { queueId } = await first.register(1);
      expect(idsOf(await second.gateway.poll(1, queueId, -1, { dontBlock: true }))).toEqual([]);
      for (const stranger of [2, 0]) {
        const answer = await second.gateway.poll(stranger, queueId, -1, { dontBlock: true });
        expect(answer).toMatchObject(bad(queueId));
      }
    }
    const { queueId } = await first.register(1);
    const waiting = first.gateway.poll(1, queueId, -1);
    await eventually(() => first.service.stats().waiting === 1);
    // A request does not affect the queue when another user sends it, or when its queue ID is guessed or malformed.
    for (const [user, id] of [
      [2, queueId],
      [1, `${queueId.slice(0, -1)}x`],
      [1, `${env.log.epoch}:nonsense`],
      [1, `zzz${queueId}`],
      [1, `a${queueId}`],
      [1, ''],
      [1, '../1.x'],
    ] as const) {
      expect(await first.gateway.poll(user, id, -1)).toMatchObject(bad(id));
      await expect(first.delete(user, id)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
    }
    const [mine] = await env.publish(directMessage([1, 2]));
    expect(idsOf(await waiting)).toEqual([mine]);
  });

  it('is deleted at every replica: waiting polls at another replica are answered', async () => {
    await using env = await startEnv();
    const [first, second] = [await env.startReplica(), await env.startReplica()];
    const { queueId } = await first.register(1);
    const waiting = second.gateway.poll(1, queueId, -1);
    await eventually(() => second.service.stats().waiting === 1);
    await first.delete(1, queueId);
    expect(await waiting).toMatchObject(bad(queueId));
    expect(await second.gateway.poll(1, queueId, -1)).toMatchObject(bad(queueId));
    expect(await first.gateway.poll(1, queueId, -1)).toMatchObject(bad(queueId));
    await expect(first.delete(1, queueId)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
    expect((await recordsOf(env)).keys).toEqual([]);
  });

  it('outlives its idle timeout by at most a quarter and five seconds, and never expires early', async () => {
    await using env = await startEnv();
    const limits = {
      PARLEY_EVENT_QUEUE_IDLE_MIN_SECONDS: '1',
      PARLEY_EVENT_QUEUE_HEARTBEAT_MS: '10000',
      PARLEY_EVENT_QUEUE_HEARTBEAT_JITTER_MS: '0',
    };
    const [first, second] = [await env.startReplica(limits), await env.startReplica(limits)];
    // The timeouts are several times the intervals of the activity, which may be late on a busy machine.
    const idle = await first.register(1, { idleTimeoutSeconds: 4 });
    const polled = await first.register(2, { idleTimeoutSeconds: 8 });
    const waiting = await first.register(3, { idleTimeoutSeconds: 4 });
    const createdMs = performance.now();
    // A waiting poll counts as activity. Its heartbeat arrives after more than twice the idle timeout.
    const heartbeat = first.gateway.poll(3, waiting.queueId, -1);
    let polls = 0;
    while (performance.now() - createdMs < 10_500) {
      const replica = polls % 2 === 0 ? first : second;
      expect(idsOf(await replica.gateway.poll(2, polled.queueId, -1, { dontBlock: true }))).toEqual([]);
      polls++;
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
    expect(await second.gateway.poll(1, idle.queueId, -1, { dontBlock: true })).toMatchObject(
      bad(idle.queueId),
    );
    expect(await heartbeat).toMatchObject({ events: [{ type: 'heartbeat' }] });
    const last = performance.now();
    using clock = startLoopClock();
    // No client polls any more, so the sweep removes the remaining records.
    await eventually(async () => (await recordsOf(env)).keys.length === 0);
    expect(performance.now() - last).toBeGreaterThan(1_000);
    expect(clock.elapsedMs()).toBeLessThan(10_000 + 5_000 + 1_000);
  });

  it('has the idle timeout that its client requests, within the bounds of the deployment', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica({
      PARLEY_EVENT_QUEUE_IDLE_DEFAULT_SECONDS: '600',
      PARLEY_EVENT_QUEUE_IDLE_MAX_SECONDS: '3600',
    });
    const granted = async (idleTimeoutSeconds: number) =>
      (await replica.register(1, { idleTimeoutSeconds })).idleTimeoutSeconds;
    // A client that sends `mobile` requests twelve hours (docs/api/register.md). The replica's maximum is lower.
    expect(await granted(12 * 3600)).toBe(3600);
    expect(await granted(1200)).toBe(1200);
    expect(await granted(1)).toBe(10);
    expect(await granted(0)).toBe(600);
  });

  it('survives restarts: exactly the unacknowledged events are read again', async () => {
    await using env = await startEnv();
    const ids: number[] = [];
    let queueId = '';
    {
      await using replica = await env.startReplica();
      queueId = (await replica.register(1, { channelIds: [10] })).queueId;
      ids.push(...(await env.publish(channelMessage({ channelId: 10 }), clientEvent({ userIds: [1] }))));
      expect(idsOf(await replica.gateway.poll(1, queueId, -1))).toEqual(ids);
    }
    ids.push(...(await env.publish(channelMessage({ channelId: 10, content: 'meanwhile' }))));
    await using replica = await env.startReplica();
    expect(idsOf(await replica.gateway.poll(1, queueId, ids[0]))).toEqual(ids.slice(1));
  });

  it('is refused above the limit per person, and accepted again after a queue is deleted', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica({ PARLEY_EVENT_QUEUE_MAX_PER_PERSON: '3' });
    const queues = [];
    for (let at = 0; at < 3; at++) queues.push(await replica.register(1));
    await expect(replica.register(1)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await replica.register(2);
    await replica.delete(1, queues[0]!.queueId);
    await replica.register(1);
  });
});

describe('a poll', () => {
  it('fails immediately for a position beyond the log', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const { queueId } = await replica.register(1);
    const answer = await replica.gateway.poll(1, queueId, 10 ** 12);
    expect(answer).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('replaces the waiting poll of its queue; a cancelled poll gets no answer', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const { queueId } = await replica.register(1);
    const older = replica.gateway.poll(1, queueId, -1);
    await eventually(() => replica.service.stats().waiting === 1);
    const newer = replica.gateway.poll(1, queueId, -1);
    expect(idsOf(await older)).toEqual([]);
    const [mine] = await env.publish(clientEvent({ userIds: [1] }));
    expect(idsOf(await newer)).toEqual([mine]);
    const { pollId } = replica.gateway.poll(1, queueId, mine);
    await eventually(() => replica.service.stats().waiting === 1);
    replica.gateway.cancel(pollId);
    await eventually(() => replica.service.stats().waiting === 0);
  });

  it('is refused above the limit of a replica', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica({ PARLEY_EVENT_QUEUE_MAX_WAITING: '1' });
    const [a, b] = [await replica.register(1), await replica.register(2)];
    void replica.gateway.poll(1, a.queueId, -1);
    await eventually(() => replica.service.stats().waiting === 1);
    expect(await replica.gateway.poll(2, b.queueId, -1)).toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('of a deactivated account gets BAD_EVENT_QUEUE_ID, waiting or later, at any replica', async () => {
    await using env = await startEnv();
    const [first, second] = [await env.startReplica(), await env.startReplica()];
    const [a, b, other] = [await first.register(1), await first.register(1), await first.register(2)];
    const waiting = first.gateway.poll(1, a.queueId, -1);
    const others = first.gateway.poll(2, other.queueId, -1);
    await eventually(() => first.service.stats().waiting === 2);
    const [gone] = await env.publish(userChanged(1, 400, 400, false));
    expect(await waiting).toMatchObject(bad(a.queueId));
    expect(idsOf(await others)).toEqual([gone]);
    await env.publish(userChanged(1, 400, 400, true));
    await second.caughtUp();
    expect(await second.gateway.poll(1, b.queueId, -1)).toMatchObject(bad(b.queueId));
    // A person whose account is reactivated registers a new queue.
    const recreated = await second.register(1);
    expect(idsOf(await second.gateway.poll(1, recreated.queueId, -1, { dontBlock: true }))).toEqual([]);
  });

  it('is returned to its gateway when the replica shuts down', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const { queueId } = await replica.register(1);
    void replica.gateway.poll(1, queueId, -1);
    await eventually(() => replica.service.stats().waiting === 1);
    const stopped = replica.service.stop();
    await replica.gateway.left;
    await stopped;
  });
});

describe('a new epoch', () => {
  it('ends the queues of the old epoch, with and without a waiting poll, and starts without queues', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica();
    const [a, b] = [await replica.register(1), await replica.register(1)];
    const waiting = replica.gateway.poll(1, a.queueId, -1);
    await eventually(() => replica.service.stats().waiting === 1);
    await env.publish(channelMessage());
    const before = await recordsOf(env);
    expect(before.keys.length).toBe(2);
    await env.log.startEpoch();
    await env.log.announce();
    expect(await waiting).toMatchObject(bad(a.queueId));
    expect(await replica.gateway.poll(1, b.queueId, -1)).toMatchObject(bad(b.queueId));
    const recreated = await replica.register(1);
    expect(recreated.queueId.startsWith(`${env.log.epoch}:`)).toBe(true);
    const next = replica.gateway.poll(1, recreated.queueId, -1);
    const [mine] = await env.publish(clientEvent({ userIds: [1] }));
    expect(idsOf(await next)).toEqual([mine]);
    await eventually(async () => {
      const jsm = await jetstreamManager(env.nats);
      const buckets = [];
      for await (const name of jsm.streams.names())
        if (name.includes(`${env.log.prefix}_queues_`)) buckets.push(name);
      return buckets.length === 1;
    });
  });
});
