import { expect, it } from 'vitest';
import { QueueFullError, Semaphore } from './async.ts';

it('runs a waiting task as soon as a running one ends, and rejects a task when the queue is full', async () => {
  const semaphore = new Semaphore(1, 1);
  const first = Promise.withResolvers<string>();
  const running = semaphore.run(() => first.promise);
  const waiting = semaphore.run(async () => 'second');
  await expect(semaphore.run(async () => 'third')).rejects.toThrow(QueueFullError);
  first.resolve('first');
  expect(await Promise.all([running, waiting])).toEqual(['first', 'second']);
});

it('rejects a waiting task when its signal aborts, and runs the next task in its place', async () => {
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
