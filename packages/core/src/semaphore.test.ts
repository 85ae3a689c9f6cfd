import { expect, it } from 'vitest';
import { QueueFullError, Semaphore } from './async.ts';

it('runs a task that waits for its place as soon as another one ends, and rejects more than may wait', async () => {
  const semaphore = new Semaphore(1, 1);
  const first = Promise.withResolvers<string>();
  const running = semaphore.run(() => first.promise);
  const waiting = semaphore.run(async () => 'second');
  await expect(semaphore.run(async () => 'third')).rejects.toThrow(QueueFullError);
  first.resolve('first');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
});

it('rejects a waiting task when its signal aborts, and gives its place to the next one', async () => {
  const semaphore = new Semaphore(1, 1);
  const first = Promise.withResolvers<void>();
  const running = semaphore.run(() => first.promise);
  const aborter = new AbortController();
  let hasStarted = false;
  const abandoned = semaphore.run(async () => {
    hasStarted = true;
  }, aborter.signal);
  aborter.abort(new Error('no longer wanted'));
  await expect(abandoned).rejects.toThrow('no longer wanted');
  const next = semaphore.run(async () => 'next');
  first.resolve();
  await running;
  expect(await next).toBe('next');
  expect(hasStarted).toBe(false);
  await expect(semaphore.run(async () => 'late', aborter.signal)).rejects.toThrow('no longer wanted');
});
