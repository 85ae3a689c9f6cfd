import { jetstreamManager } from '@nats-io/jetstream';
import { logNames } from '@parley/event-log';
import { testCall } from '@parley/rpc/testing';
import { eventually } from '@parley/test-servers';
import { describe, expect, it } from 'vitest';
import { clientEvent } from './events.ts';
import { idsOf, startEnv } from './support.ts';

const by = (userId: number) => testCall({ principal: { userId } });
const bad = (queueId: string) => ({ code: 'BAD_EVENT_QUEUE_ID', fields: { queue_id: queueId } });

describe('a person’s queues', () => {
  it('are listed to the person and to administrators only, oldest first', async () => {
    await using env = await startEnv();
    const [first, second] = [await env.startReplica(), await env.startReplica()];
    const mine = [
      await first.register(1, { clientName: 'website', idleTimeoutSeconds: 100 }),
      await second.register(1, { clientName: 'phone' }),
    ];
    await first.register(2);
    const ids = mine.map(({ queueId }) => queueId);
    const listed = await second.client.listQueues({ userId: 1, callerRole: 0 }, by(1));
    expect(listed.queues.map(({ queueId }) => queueId).sort()).toEqual(ids.toSorted());
    const found = listed.queues.find(({ queueId }) => queueId === ids[0]);
    expect(found).toMatchObject({ clientName: 'website', idleTimeoutSeconds: 100 });
    expect(found!.createdAt).toBeGreaterThan(Date.now() / 1000 - 60);
    expect(found!.activeAt).toBeGreaterThan(Date.now() / 1000 - 60);
    const forAdministrator = await first.client.listQueues({ userId: 1, callerRole: 200 }, by(2));
    expect(forAdministrator.queues).toHaveLength(2);
    for (const callerRole of [0, 300, 400, 600]) {
      const request = { userId: 1, callerRole };
      const refusal = { code: 'UNAUTHORIZED_PRINCIPAL' };
      await expect(first.client.listQueues(request, by(2))).rejects.toMatchObject(refusal);
      const close = first.client.closeQueues({ ...request, queueIds: [] }, by(2));
      await expect(close).rejects.toMatchObject(refusal);
    }
    expect(idsOf(await first.gateway.poll(1, ids[0]!, -1, { dontBlock: true }))).toEqual([]);
  });

  it('are closed one by one or all together, with a waiting poll at any replica', async () => {
    await using env = await startEnv();
    const [first, second] = [await env.startReplica(), await env.startReplica()];
    const [a, b, c] = [await first.register(1), await first.register(1), await first.register(1)];
    const other = await first.register(2);
    const waiting = [first.gateway.poll(1, a.queueId, -1), second.gateway.poll(1, b.queueId, -1)];
    await eventually(() => first.service.stats().waiting + second.service.stats().waiting === 2);
    const one = { userId: 1, callerRole: 0, queueIds: [a.queueId, other.queueId, 'unknown'] };
    expect(await second.client.closeQueues(one, by(1))).toEqual({ closed: 1 });
    expect(await waiting[0]).toMatchObject(bad(a.queueId));
    const all = { userId: 1, callerRole: 100, queueIds: [] };
    expect(await first.client.closeQueues(all, by(2))).toEqual({ closed: 2 });
    expect(await waiting[1]).toMatchObject(bad(b.queueId));
    expect(await second.gateway.poll(1, c.queueId, -1)).toMatchObject(bad(c.queueId));
    expect(idsOf(await second.gateway.poll(2, other.queueId, -1, { dontBlock: true }))).toEqual([]);
  });
});

describe('queues', () => {
  it('are refused for every user when the server has its maximum number', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica({ PARLEY_EVENT_QUEUE_MAX_QUEUES: '3' });
    const queues = [await replica.register(1), await replica.register(2), await replica.register(0)];
    await expect(replica.register(3)).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('event queues'),
    });
    await replica.delete(1, queues[0]!.queueId);
    // The store counts all queues again only after a pause.
    await eventually(async () =>
      replica.register(3).then(
        () => true,
        () => false,
      ),
    );
  });

  it('get bounded answers when they are far behind, each continuing where the previous one ended', async () => {
    await using env = await startEnv();
    const replica = await env.startReplica({ PARLEY_EVENT_QUEUE_ANSWER_EVENTS: '10' });
    const { queueId } = await replica.register(1);
    const published: number[] = [];
    for (let at = 0; at < 25; at++) published.push(...(await env.publish(clientEvent({ userIds: [1] }, at))));
    await replica.caughtUp();
    const answers: number[][] = [];
    for (let last = -1; answers.flat().length < 25; last = answers.at(-1)!.at(-1)!) {
      answers.push(idsOf(await replica.gateway.poll(1, queueId, last)));
    }
    expect(answers.map(({ length }) => length)).toEqual([10, 10, 5]);
    expect(answers.flat()).toEqual(published);
  });

  it('answer BAD_EVENT_QUEUE_ID when the log no longer keeps their events', async () => {
    await using env = await startEnv();
    const first = await env.startReplica();
    const behind = await first.register(1);
    for (let at = 0; at < 6; at++) await env.publish(clientEvent({ userIds: [1] }, at));
    const jsm = await jetstreamManager(env.nats);
    const stream = logNames(env.log.prefix).stream(env.log.epoch);
    const { config } = await jsm.streams.info(stream);
    await jsm.streams.update(stream, { ...config, max_msgs: 2 });
    const fresh = await env.startReplica();
    expect(await fresh.gateway.poll(1, behind.queueId, -1)).toMatchObject(bad(behind.queueId));
    expect(await fresh.gateway.poll(1, behind.queueId, behind.start)).toMatchObject(bad(behind.queueId));
    const recreated = await fresh.register(1);
    expect(idsOf(await fresh.gateway.poll(1, recreated.queueId, -1, { dontBlock: true }))).toEqual([]);
  });
});
