import { describe, expect, it } from 'vitest';
import { visibilityChanges } from './guest-visibility-changes.ts';

const set = (...ids: number[]) => new Set(ids);

describe('changes of guest visibility', () => {
  const guestId = 9;
  it.each([
    ['name contacts that were gained and lost', set(1, 2), set(2, 3), { 1: 'lost', 3: 'gained' }],
    ['are empty when the contacts stay the same', set(1), set(1), {}],
    ['name all other people when a guest becomes limited', undefined, set(2), { 1: 'lost', 3: 'lost' }],
    [
      'name all other people when a guest is no longer limited',
      set(2),
      undefined,
      { 1: 'gained', 3: 'gained' },
    ],
    ['are empty for a guest who sees everybody before and after', undefined, undefined, {}],
  ])('%s', (_promise, before, after, expected) => {
    const changes = visibilityChanges([{ guestId, before, after }], [1, 2, 3, guestId]);
    const short = [...changes].map(([userId, { gained, lost }]) => {
      expect([...gained, ...lost]).toEqual([guestId]);
      return [userId, gained.length > 0 ? 'gained' : 'lost'];
    });
    expect(Object.fromEntries(short)).toEqual(expected);
  });

  it('are grouped by person', () => {
    const changes = visibilityChanges(
      [
        { guestId: 8, before: set(), after: set(1) },
        { guestId: 9, before: set(1), after: set() },
      ],
      [],
    );
    expect([...changes]).toEqual([[1, { gained: [8], lost: [9] }]]);
  });
});
