import { expect, it } from 'vitest';
import { KeyedMutex } from './keyed-mutex.ts';

it('runs work of one key in order, and work of different keys concurrently', async () => {
  const mutex = new KeyedMutex<string>();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = mutex.run('a', async () => {
    await gate.promise;
    log.push('a1');
  });
  const second = mutex.run('a', async () => void log.push('a2'));
  await mutex.run('b', async () => void log.push('b1'));
  expect(log).toEqual(['b1']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(log).toEqual(['b1', 'a1', 'a2']);
});

it('continues after work fails, and reports the failure only to the caller of that work', async () => {
  const mutex = new KeyedMutex<number>();
  const failing = mutex.run(1, async () => {
    throw new Error('failed');
  });
  const next = mutex.run(1, async () => 'done');
  await expect(failing).rejects.toThrow('failed');
  expect(await next).toBe('done');
});
