import { expect, it } from 'vitest';
import { PortionLoader } from './portion-loader.ts';

const idsUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

/** Returns a loader, and the portions that it requested. A test answers each of them. */
function loading() {
  const known = new Set<number>();
  const portions: { ids: readonly number[]; answer(): void; fail(): void }[] = [];
  const loader = new PortionLoader({
    isKnown: (id) => known.has(id),
    load: (ids) =>
      new Promise((resolve, reject) => {
        portions.push({ ids, answer: resolve, fail: () => reject(new Error('The server does not answer')) });
      }),
  });
  return { loader, known, portions };
}

it('loads a long list in portions, one after the other', async () => {
  const { loader, known, portions } = loading();
  const loaded = loader.load(idsUpTo(450));
  expect(portions.map(({ ids }) => ids.length)).toEqual([200]);
  known.add(201);
  portions[0]!.answer();
  await expect.poll(() => portions.length).toBe(2);
  portions[1]!.answer();
  await expect.poll(() => portions.length).toBe(3);
  portions[2]!.answer();
  await loaded;
  expect(portions.flatMap(({ ids }) => ids)).toEqual(idsUpTo(450).filter((id) => id !== 201));
  // IDs that no answer contained are not requested again.
  await loader.load(idsUpTo(450));
  expect(portions).toHaveLength(3);
});

it('stops after a portion that failed, and continues with the next list', async () => {
  const { loader, portions } = loading();
  const loaded = loader.load(idsUpTo(300));
  portions[0]!.fail();
  await loaded;
  expect(portions).toHaveLength(1);
  const again = loader.load(idsUpTo(300));
  expect(portions[1]!.ids).toEqual(idsUpTo(200));
  // The list changes during the request, and so gets its own attempt.
  void loader.load([301]);
  portions[1]!.fail();
  await expect.poll(() => portions.length).toBe(3);
  expect(portions[2]!.ids).toEqual([301]);
  portions[2]!.answer();
  await again;
  expect(portions).toHaveLength(3);
});

it('loads a limited number of portions of one list, and nothing after its end', async () => {
  const { loader, portions } = loading();
  const loaded = loader.load(idsUpTo(5000));
  for (let at = 0; at < 10; at++) {
    await expect.poll(() => portions.length).toBe(at + 1);
    portions[at]!.answer();
  }
  await loaded;
  expect(portions).toHaveLength(10);
  const last = loader.load(idsUpTo(5000));
  loader.stop();
  portions[10]!.answer();
  await last;
  expect(portions).toHaveLength(11);
});
