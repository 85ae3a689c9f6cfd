import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLogger } from '@parley/core';
import { type NatsServer, startNats } from '@parley/embedded';
import { eventually } from '@parley/test-servers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createService, loadServiceConfig } from '../src/index.ts';
import { channelMessage, clientEvent } from './events.ts';
import { idsOf, type Replica, settingsOwner, startEnv } from './support.ts';

const folder = mkdtempSync(join(tmpdir(), 'parley-event-queue-'));
let nats: NatsServer;

beforeAll(async () => {
  nats = await startNats({ dir: join(folder, 'nats'), token: 'test' });
});

afterAll(async () => {
  await nats?.stop();
  rmSync(folder, { recursive: true, force: true });
});

async function readyz({ service }: Pick<Replica, 'service'>): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${service.opsPort}/readyz`);
  await response.body?.cancel();
  return response.status;
}

it('waiting polls survive a killed NATS and then get each event once, and the replica reports not ready meanwhile', async () => {
  await using env = await startEnv(nats.url);
  // A heartbeat that comes during a long outage would be an event, too.
  const rareHeartbeats = { PARLEY_EVENT_QUEUE_HEARTBEAT_MS: '600000' };
  const replicas = [await env.startReplica(rareHeartbeats), await env.startReplica(rareHeartbeats)];
  const queues = await Promise.all(replicas.map((replica) => replica.register(1, { channelIds: [10] })));
  const first = replicas.map(({ gateway }, at) => gateway.poll(1, queues[at]!.queueId, -1));
  const [before] = await env.publish(channelMessage({ channelId: 10, content: 'before' }));
  for (const answer of first) expect(idsOf(await answer)).toEqual([before]);
  const waiting = replicas.map(({ gateway }, at) => gateway.poll(1, queues[at]!.queueId, before));
  for (const replica of replicas) {
    await eventually(() => replica.service.stats().waiting === 1);
    expect(await readyz(replica)).toBe(200);
  }
  nats.kill();
  await nats.exited;
  for (const replica of replicas) await eventually(async () => (await readyz(replica)) === 503);
  await nats.start();
  const after = [];
  for (let at = 0; at < 20; at++) {
    after.push(...(await env.publish(clientEvent({ userIds: [1] }, at), channelMessage({ channelId: 11 }))));
  }
  const expected = after.filter((_id, at) => at % 2 === 0);
  for (const [at, replica] of replicas.entries()) {
    const got = idsOf(await waiting[at]!);
    while (got.length < expected.length) {
      got.push(...idsOf(await replica.gateway.poll(1, queues[at]!.queueId, got.at(-1))));
    }
    expect(got).toEqual(expected);
    await eventually(async () => (await readyz(replica)) === 200);
  }
  // After the outage, queues can be created, and other replicas find and delete them.
  const { queueId } = await replicas[0]!.register(1);
  expect(idsOf(await replicas[1]!.gateway.poll(1, queueId, -1, { dontBlock: true }))).toEqual([]);
  await replicas[1]!.delete(1, queueId);
  expect(await replicas[0]!.gateway.poll(1, queueId, -1)).toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
});

it('registrations, deletions and first polls fail with UNAVAILABLE while NATS does not answer', async () => {
  await using env = await startEnv(nats.url);
  const replica = await env.startReplica();
  const known = await replica.register(1);
  const unknown = `${env.log.epoch}:${'x'.repeat(22)}`;
  const later = `e${'z'.repeat(12)}:${'x'.repeat(22)}`;
  await nats.freeze();
  try {
    // At the same time, because each fails only after its time limit.
    const asking = Promise.allSettled([replica.register(2), replica.delete(1, known.queueId)]);
    const polls = await Promise.all([unknown, later].map((queueId) => replica.gateway.poll(1, queueId, -1)));
    for (const answer of polls) expect(answer).toMatchObject({ code: 'UNAVAILABLE' });
    for (const each of await asking) {
      expect(each).toMatchObject({ status: 'rejected', reason: { code: 'UNAVAILABLE', status: 503 } });
    }
  } finally {
    nats.kill('SIGCONT');
  }
  await eventually(async () => (await readyz(replica)) === 200);
  await replica.register(2);
});

it('starts without NATS: it is live but not ready, stops on request, and serves once NATS is reachable', async () => {
  await using env = await startEnv(nats.url);
  const config = loadServiceConfig({
    PARLEY_RPC_SECRET: 'a secret of this test',
    PARLEY_NATS_URL: nats.url,
    PARLEY_NATS_PREFIX: env.prefix,
    PARLEY_USER_ADMIN_ADDRESSES: 'nowhere.invalid:1',
  });
  nats.kill();
  await nats.exited;
  const [service, stopped] = [0, 1].map(() =>
    createService(config, { logger: silentLogger, userAdmin: settingsOwner }),
  ) as [Replica['service'], Replica['service']];
  const starting = [service.start(), stopped.start()];
  for (const each of [service, stopped]) {
    await eventually(() => each.opsPort > 0);
    const alive = await fetch(`http://127.0.0.1:${each.opsPort}/healthz`);
    expect(alive.status).toBe(200);
    expect(await readyz({ service: each })).toBe(503);
  }
  await stopped.stop();
  await starting[1];
  await nats.start();
  await starting[0];
  await eventually(async () => (await readyz({ service })) === 200);
  await service.stop();
});
