import { silentLogger } from '@parley/core';
import { Registry } from 'prom-client';
import { expect, it } from 'vitest';
import { defineService, type Parts } from '../src/index.ts';

const options = {
  name: 'sample',
  logLevel: 'info',
  ops: { host: '127.0.0.1', port: 0 },
  logger: silentLogger,
  registry: new Registry(),
};

async function readiness(opsPort: number) {
  const response = await fetch(`http://127.0.0.1:${opsPort}/readyz`);
  return { status: response.status, ...((await response.json()) as { checks: object }) };
}

it('opens parts in order, drains them all in reverse, then stops them in reverse', async () => {
  const log: string[] = [];
  const part = (name: string) => ({
    drain: () => void log.push(`drain ${name}`),
    stop: () => void log.push(`stop ${name}`),
  });
  const service = defineService(options, async (parts) => {
    for (const name of ['a', 'b']) {
      log.push(`open ${name}`);
      await parts.add(name, name, part(name));
    }
    return {};
  });
  await service.start();
  await service.stop();
  expect(log).toEqual(['open a', 'open b', 'drain b', 'drain a', 'stop b', 'stop a']);
});

it('stops a part by its own stop() or close() when the list names none', async () => {
  const log: string[] = [];
  const service = defineService(options, async (parts) => {
    await parts.add('closable', { close: () => log.push('closed') });
    await parts.add('stoppable', { stop: () => log.push('stopped') });
    await parts.add('plain', { value: 1 });
    return {};
  });
  await service.start();
  await service.stop();
  expect(log).toEqual(['stopped', 'closed']);
});

it('is ready once all parts are open and ready, and no longer while it drains', async () => {
  const opening = Promise.withResolvers<number>();
  const draining = Promise.withResolvers<void>();
  let isReady = false;
  const service = defineService(options, async (parts) => {
    await parts.add('first', 1, { ready: () => isReady || 'warming up', drain: () => draining.promise });
    await parts.add('second', opening.promise);
    return {};
  });
  const started = service.start();
  await expect.poll(() => service.opsPort).toBeGreaterThan(0);
  await expect
    .poll(() => readiness(service.opsPort))
    .toMatchObject({
      status: 503,
      checks: { first: 'warming up', started: 'not all parts are open' },
    });
  opening.resolve(2);
  await started;
  expect(await readiness(service.opsPort)).toMatchObject({ status: 503, checks: { first: 'warming up' } });
  isReady = true;
  expect(await readiness(service.opsPort)).toEqual({ status: 200, ready: true, checks: { first: true } });
  const stopped = service.stop();
  expect(await readiness(service.opsPort)).toMatchObject({
    status: 503,
    checks: { draining: 'shutting down' },
  });
  draining.resolve();
  await stopped;
});

it('exposes the current values that its parts return', async () => {
  let position = 1;
  const service = defineService(options, async () => ({
    rpcPort: 7,
    get position() {
      return position;
    },
  }));
  await service.start();
  expect(service).toMatchObject({ rpcPort: 7, position: 1 });
  position = 2;
  expect(service.position).toBe(2);
  await service.stop();
});

it('stops the open parts when a part fails to open, and reports the reason', async () => {
  const log: string[] = [];
  const service = defineService(options, async (parts) => {
    await parts.add('first', 1, { stop: () => log.push('stopped first') });
    await parts.add('second', Promise.reject(new Error('no database')));
    return {};
  });
  await expect(service.start()).rejects.toThrow('no database');
  expect(log).toEqual(['stopped first']);
  await expect(fetch(`http://127.0.0.1:${service.opsPort}/healthz`)).rejects.toThrow();
});

it('can be stopped while a part opens, and closes that part when it opens late', async () => {
  const log: string[] = [];
  const opening = Promise.withResolvers<string>();
  const service = defineService(options, async (parts) => {
    await parts.add('first', 1, { stop: () => log.push('stopped first') });
    await parts.add('late', opening.promise, { stop: () => log.push('stopped late') });
    log.push('opened all');
    return {};
  });
  const started = service.start();
  await expect.poll(() => service.opsPort).toBeGreaterThan(0);
  await service.stop();
  opening.resolve('open');
  await started;
  expect(log).toEqual(['stopped first', 'stopped late']);
});

it('notifies parts that are opening when the service stops', async () => {
  const service = defineService(options, async (parts: Parts) => {
    const { promise, reject } = Promise.withResolvers<never>();
    parts.signal.addEventListener('abort', () => reject(parts.signal.reason));
    await parts.add('endless', promise);
    return {};
  });
  const started = service.start();
  await expect.poll(() => service.opsPort).toBeGreaterThan(0);
  await service.stop();
  await started;
});

it('continues with the other parts when one fails to stop or takes too long to stop, and reports the failure', async () => {
  const log: string[] = [];
  const service = defineService(options, async (parts) => {
    await parts.add('first', 1, { stop: () => log.push('stopped first') });
    await parts.add('endless', 2, { stop: () => new Promise(() => {}), stopWithinMs: 10 });
    await parts.add('broken', 3, {
      stop: () => {
        throw new Error('no way back');
      },
    });
    await parts.add('undrainable', 4, {
      drain: () => {
        throw new Error('work hangs');
      },
    });
    return {};
  });
  await service.start();
  await expect(service.stop()).rejects.toThrow();
  expect(log).toEqual(['stopped first']);
});

it('stops once, however often it is told to stop', async () => {
  let stops = 0;
  const service = defineService(options, async (parts) => {
    await parts.add('part', 1, { stop: () => stops++ });
    return {};
  });
  await service.start();
  await Promise.all([service.stop(), service.stop()]);
  await service.stop();
  expect(stops).toBe(1);
});
