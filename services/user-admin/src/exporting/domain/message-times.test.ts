import fc from 'fast-check';
import { expect, it } from 'vitest';
import { messageTimes } from './message-times.ts';

const sent = 1_790_000_000;

it('reads the time of an imported message from its ID, also when a full second has flowed over', () => {
  const times = messageTimes();
  expect(times(sent * 1_000 + 250, sent)).toBeCloseTo(sent + 0.25, 4);
  expect(times((sent + 2) * 1_000 + 1, sent)).toBeCloseTo(sent + 2.001, 4);
});

it.each([1, 1_000, 2 ** 31, 2 ** 42, 2 ** 42 + 10 ** 9])(
  'messages that were sent keep their second and their order, with IDs from %i on',
  (first) => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 2, maxLength: 3_000 }), (steps) => {
        const times = messageTimes();
        let [id, second, before] = [first, sent, 0];
        for (const step of steps) {
          id += 1 + step;
          second += step === 2 ? 1 : 0;
          const time = times(id, second);
          expect(Math.floor(time)).toBe(second);
          expect(time).toBeGreaterThanOrEqual(before);
          before = time;
        }
      }),
    );
  },
);
