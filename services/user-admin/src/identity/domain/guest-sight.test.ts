import { describe, expect, it } from 'vitest';
import { tellings } from './guest-sight.ts';

const set = (...ids: number[]) => new Set(ids);

describe('what guests are told', () => {
  const guestId = 9;
  it.each([
    ['who came and who left', set(1, 2), set(2, 3), { 1: 'lost', 3: 'gained' }],
    ['nothing where nothing changed', set(1), set(1), {}],
    ['whom they do not see from now on', undefined, set(2), { 1: 'lost', 3: 'lost' }],
    ['whom they see again', set(2), undefined, { 1: 'gained', 3: 'gained' }],
    ['nothing who sees everybody', undefined, undefined, {}],
  ])('%s', (_what, before, after, expected) => {
    const told = tellings([{ guestId, before, after }], [1, 2, 3, guestId]);
    const short = [...told].map(([userId, { gained, lost }]) => {
      expect([...gained, ...lost]).toEqual([guestId]);
      return [userId, gained.length > 0 ? 'gained' : 'lost'];
    });
    expect(Object.fromEntries(short)).toEqual(expected);
  });

  it('is gathered by person', () => {
    const told = tellings(
      [
        { guestId: 8, before: set(), after: set(1) },
        { guestId: 9, before: set(1), after: set() },
      ],
      [],
    );
    expect([...told]).toEqual([[1, { gained: [8], lost: [9] }]]);
  });
});
