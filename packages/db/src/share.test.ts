import { expect, it } from 'vitest';
import type { Db } from './db.ts';
import { shareOf } from './share.ts';
import { sql } from './sql.ts';

it('a share of a pool runs a limited number of statements at a time, in order, also after failures', async () => {
  let [running, most] = [0, 0];
  const order: string[] = [];
  const ends: (() => void)[] = [];
  const execute = async ({ text }: { text: string }) => {
    order.push(text);
    most = Math.max(most, ++running);
    await new Promise<void>((resolve) => ends.push(resolve));
    running--;
    if (text === 'b') throw new Error('failed');
    return 1;
  };
  const share = shareOf({ execute } as unknown as Db, 2);
  const work = [sql`a`, sql`b`, sql`c`, sql`d`, sql`e`].map((query) => share.execute(query));
  const done = Promise.allSettled(work);
  while (order.length < 5 || ends.length > 0) {
    ends.shift()?.();
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect((await done).map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
    'fulfilled',
  ]);
  expect(order).toEqual(['a', 'b', 'c', 'd', 'e']);
  expect(most).toBe(2);
});
