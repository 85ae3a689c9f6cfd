import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareInOrder, movedBeside, type OrderKey, placesIn } from './sidebar-order.ts';

const sorted = (order: string, keys: readonly OrderKey[]) => {
  const places = placesIn(order);
  return keys.toSorted((one, other) => compareInOrder(places, one, other));
};

it('leaves what nobody has moved in its usual order, after the others', () => {
  expect(sorted('', ['c1', 'c2', 'c3'])).toEqual(['c1', 'c2', 'c3']);
  expect(sorted('c3', ['c1', 'c2', 'c3'])).toEqual(['c3', 'c1', 'c2']);
});

it('moves a channel beside another one', () => {
  const moved = movedBeside('', ['c1', 'c2', 'c3'], 'c1', { beside: 'c3', isAfter: true });
  expect(sorted(moved, ['c1', 'c2', 'c3'])).toEqual(['c2', 'c3', 'c1']);
  const back = movedBeside(moved, ['c2', 'c3', 'c1'], 'c1', { beside: 'c2', isAfter: false });
  expect(sorted(back, ['c1', 'c2', 'c3'])).toEqual(['c1', 'c2', 'c3']);
});

it('keeps every other folder and channel in its order, for any move', () => {
  const keys = fc.uniqueArray(fc.integer({ min: 1, max: 30 }), { minLength: 2 });
  fc.assert(
    fc.property(keys, fc.nat(), fc.nat(), fc.boolean(), (ids, from, to, isAfter) => {
      const all = ids.map((id): OrderKey => `c${id}`);
      const elsewhere: OrderKey[] = ['f1', 'f2', 'c99'];
      const [key, beside] = [all[from % all.length]!, all[to % all.length]!];
      const order = movedBeside('f2,f1,c99', all, key, { beside, isAfter });
      expect(sorted(order, elsewhere)).toEqual(['f2', 'f1', 'c99']);
      const shown = sorted(order, all);
      const others = all.filter((each) => each !== key);
      if (key !== beside) {
        expect(shown.filter((each) => each !== key)).toEqual(others);
        expect(shown.indexOf(key) - shown.indexOf(beside)).toBe(isAfter ? 1 : -1);
      }
      expect(order).toMatch(/^(?:[cf]\d+(?:,[cf]\d+)*)?$/);
    }),
  );
});
