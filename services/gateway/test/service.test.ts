import { connect } from 'node:net';
import { errors, silentLogger } from '@parley/core';
import type { FactOf } from '@parley/event-log';
import { connectNats } from '@parley/event-log';
import { createTestLog, type TestLog } from '@parley/event-log/testing';
import { Origin } from '@parley/proto/events/v1/event';
import { User } from '@parley/proto/events/v1/facts';
import { eventually, sharedServers, startLoopClock, uniqueName } from '@parley/test-servers';
import { expect, it } from 'vitest';
import type { GatewayConfig } from '../src/config.ts';
import { createService } from '../src/index.ts';
import { authorization, callerId, type FakeOverrides, fakeServices } from './support.ts';

/** Starts the service as in production, with an event log of its own and fake services. */
async function start(services: FakeOverrides, config: Partial<GatewayConfig> = {}) {
  const at = { url: sharedServers().nats, prefix: uniqueName('gateway') };
  const nats = await connectNats({ url: at.url, name: 'test' });
  const log = await createTestLog(nats, at.prefix);
  const fakes = await fakeServices(services);
  const service = createService({ ...fakes.config, nats: at, ...config }, { logger: silentLogger });
  await service.start();
  const announcing = setInterval(() => void log.announce().catch(() => undefined), 100);
  await eventually(async () => (await fetch(`http://127.0.0.1:${service.opsPort}/readyz`)).ok);
  let isStopped = false;
  const stop = async () => {
    if (isStopped) return;
    isStopped = true;
    await service.stop();
  };
  return {
    service,
    fakes,
    log,
    stop,
    get: (path: string) =>
      fetch(`http://127.0.0.1:${service.httpPort}/api/v1${path}`, { headers: { authorization } }),
    async [Symbol.asyncDispose]() {
      clearInterval(announcing);
      await stop();
      await fakes.stop();
      await nats.close();
    },
  };
}

const userChanged = (user: Partial<FactOf<'userChanged'>['user']>) => ({
  event: {
    kind: 'user-admin.user.changed',
    origin: Origin.USER_ADMIN,
    fact: { value: { $case: 'userChanged' as const, userChanged: { user: User.fromPartial(user ?? {}) } } },
  },
});

async function announceUntilUsed(log: TestLog, isUsed: () => Promise<boolean>): Promise<void> {
  await eventually(async () => {
    await log.announce().catch(() => undefined);
    return isUsed();
  });
}

it('caches a key only until the log reports its change', async () => {
  let asked = 0;
  let isActive = true;
  await using gateway = await start({
    userAdmin: {
      verifyApiKey: async ({ email }) => {
        asked++;
        if (!isActive) throw errors.userDeactivated();
        const user = User.fromPartial({ userId: callerId, email, isActive: true });
        return { user, snapshot: undefined, language: '', scope: undefined, expiresAt: 0 };
      },
    },
  });
  await announceUntilUsed(gateway.log, async () => {
    const before = asked;
    expect((await gateway.get('/users/me')).status).toBe(200);
    return asked === before;
  });
  isActive = false;
  // The gateway asks again while its reader of the log is more than a second late. Afterwards the cache answers.
  await eventually(async () => (await gateway.get('/users/me')).status === 200);
  await gateway.log.publish(userChanged({ userId: callerId, isActive: false }));
  await eventually(async () => (await gateway.get('/users/me')).status === 401);
});

it('answers waiting polls, finishes running requests and accepts no new ones on the stop signal', async () => {
  const inside = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const polled = Promise.withResolvers<void>();
  await using gateway = await start({
    userAdmin: {
      getOwnUser: async () => {
        inside.resolve();
        await goOn.promise;
        return { userJson: Buffer.from('{}') };
      },
    },
    eventQueue: {
      connect: async (stream) => {
        stream.send({ frame: { $case: 'hello', hello: { takesManyPolls: true, servesStreams: true } } });
        for await (const { frame } of stream) if (frame?.$case === 'polls') polled.resolve();
      },
    },
  });
  const working = gateway.get('/users/me');
  const waiting = gateway.get('/events?queue_id=q');
  await Promise.all([inside.promise, polled.promise]);
  using clock = startLoopClock();
  const stopped = gateway.stop();
  const poll = await waiting;
  expect(await poll.json()).toMatchObject({ result: 'success', events: [] });
  expect(poll.headers.get('connection')).toBe('close');
  goOn.resolve();
  expect((await working).status).toBe(200);
  await stopped;
  expect(clock.elapsedMs()).toBeLessThan(8_000);
  await expect(gateway.get('/server_settings')).rejects.toThrow();
});

it('serves requests that a load balancer still sends before it notices that the gateway is not ready', async () => {
  // The time is long enough for both requests below to arrive while the gateway still serves, even on a busy machine.
  await using gateway = await start({}, { drainMs: 3_000 });
  const ready = () => fetch(`http://127.0.0.1:${gateway.service.opsPort}/readyz`);
  expect((await ready()).status).toBe(200);
  const waiting = gateway.get('/events?queue_id=q');
  const begun = performance.now();
  const stopped = gateway.stop();
  expect((await ready()).status).toBe(503);
  const late = await gateway.get('/users/me');
  expect([late.status, late.headers.get('connection')]).toEqual([200, 'close']);
  expect(await (await waiting).json()).toMatchObject({ result: 'success', events: [] });
  expect(performance.now() - begun).toBeGreaterThanOrEqual(2_999);
  await stopped;
});

it('stops in time after the longest drain, even if a client never reads its answer', async () => {
  const answering = Promise.withResolvers<void>();
  await using gateway = await start(
    {
      userAdmin: {
        async *getUsers() {
          const usersJson = Buffer.from(JSON.stringify({ full_name: 'x'.repeat(2 ** 20) }));
          for (let part = 0; part < 64; part++) {
            if (part === 4) answering.resolve();
            yield { usersJson };
          }
        },
      },
    },
    { drainMs: 3_000 },
  );
  const socket = connect(gateway.service.httpPort, '127.0.0.1').pause();
  socket.on('error', () => undefined);
  socket.write(`GET /api/v1/users HTTP/1.1\r\nhost: x\r\nauthorization: ${authorization}\r\n\r\n`);
  await answering.promise;
  const begun = performance.now();
  using clock = startLoopClock();
  await gateway.stop();
  socket.destroy();
  // The gateway waited for the request. The rest of the stop still fits into the 10 s after which the process ends.
  expect(performance.now() - begun).toBeGreaterThan(6_900);
  expect(clock.elapsedMs()).toBeLessThan(8_000);
});

it('stays ready when a dependency that it has reached once becomes unavailable', async () => {
  await using gateway = await start({}, { requestTimeoutMs: 300 });
  await gateway.fakes.stop();
  await expect(gateway.get('/users/me')).resolves.toMatchObject({ status: 503 });
  expect((await fetch(`http://127.0.0.1:${gateway.service.opsPort}/readyz`)).status).toBe(200);
});
