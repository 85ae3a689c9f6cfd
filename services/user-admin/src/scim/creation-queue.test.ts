import { expect, it } from 'vitest';
import type { ScimAnswer } from './answer.ts';
import type { Creation } from './creation-queue.ts';
import { CreationQueue } from './creation-queue.ts';

const creationOf = (userName: string) => ({ wanted: { userName } }) as Creation;
const nameOf = ({ wanted }: Creation) => wanted.userName;
const fulfilled = (value: ScimAnswer) => ({ status: 'fulfilled', value }) as const;

it('people who are requested while a transaction runs are created together in the next one', async () => {
  const batches: string[][] = [];
  const held = Promise.withResolvers<void>();
  const queue = new CreationQueue(async (creations) => {
    batches.push(creations.map(nameOf));
    await held.promise;
    return creations.map((_, at) => fulfilled({ status: 201, etag: String(at) }));
  });
  const answers = ['a', 'b', 'c'].map((name) => queue.create(creationOf(name)));
  expect(batches).toEqual([['a']]);
  held.resolve();
  expect((await Promise.all(answers)).map(({ etag }) => etag)).toEqual(['0', '0', '1']);
  expect(batches).toEqual([['a'], ['b', 'c']]);
  expect(await queue.create(creationOf('d'))).toEqual({ status: 201, etag: '0' });
});

it('each request gets its own error, and the failure of a whole transaction does not stop the next ones', async () => {
  let isFailing = false;
  const queue = new CreationQueue(async (creations) => {
    if (isFailing) throw new Error('the database does not answer');
    return creations.map((creation) =>
      nameOf(creation) === 'taken'
        ? { status: 'rejected', reason: new Error('taken') }
        : fulfilled({ status: 201 }),
    );
  });
  const outcomes = await Promise.allSettled(
    ['a', 'taken', 'b'].map((name) => queue.create(creationOf(name))),
  );
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  isFailing = true;
  await expect(queue.create(creationOf('c'))).rejects.toThrow('the database does not answer');
  isFailing = false;
  expect(await queue.create(creationOf('d'))).toEqual({ status: 201 });
});

it('one transaction creates a limited number of people', async () => {
  const sizes: number[] = [];
  const queue = new CreationQueue(async (creations) => {
    sizes.push(creations.length);
    return creations.map(() => fulfilled({ status: 201 }));
  });
  await Promise.all(Array.from({ length: 200 }, (_, at) => queue.create(creationOf(String(at)))));
  expect(Math.max(...sizes)).toBe(50);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(200);
});
