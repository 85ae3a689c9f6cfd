import { expect, it } from 'vitest';
import { parseSnapshot } from './snapshot.ts';

it('reads snapshots, with transactions in progress or none', () => {
  expect(parseSnapshot('10:20:10,12')).toEqual({ xmin: 10, xmax: 20, inProgress: [10, 12] });
  expect(parseSnapshot('4294967300:4294967300:')).toMatchObject({ xmin: 4294967300, inProgress: [] });
});

it('refuses text that is not a snapshot', () => {
  for (const text of ['', '1:2', 'a:b:c']) expect(() => parseSnapshot(text)).toThrow(RangeError);
});
