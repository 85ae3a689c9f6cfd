import { expect, it } from 'vitest';
import { nextEpoch } from './begin.ts';

it('gives a new epoch a name that sorts after every earlier one, also when the clock went back', () => {
  let last = nextEpoch(1_800_000_000_000);
  for (const now of [1_800_000_000_000, 1_700_000_000_000, 0, 1_900_000_000_000]) {
    const next = nextEpoch(now, undefined, last, 'e0');
    expect(next > last).toBe(true);
    last = next;
  }
  expect(last).toMatch(/^e[0-9a-z]{13}$/);
});
