import { expect, it } from 'vitest';
import { createWalHeadroom } from './wal-headroom.ts';

it('refuses writes before the slot is lost, and allows them again only with clearly more space', () => {
  const headroom = createWalHeadroom(100);
  const allowed = (changes: { safeBytes?: number; walStatus?: string; isLost?: boolean }) => {
    headroom.update({ isLost: false, walStatus: 'reserved', safeBytes: undefined, ...changes });
    return headroom.writesAllowed;
  };
  expect(headroom.writesAllowed).toBe(true);
  expect([1000, 100, 99, 150, 200, 201, 150].map((safeBytes) => allowed({ safeBytes }))).toEqual([
    true,
    true,
    false,
    false,
    false,
    true,
    true,
  ]);
  expect(allowed({ walStatus: 'unreserved', safeBytes: 1000 })).toBe(false);
  expect(allowed({ isLost: true })).toBe(false);
  expect(allowed({})).toBe(true);
  headroom.update(undefined);
  expect(headroom.writesAllowed).toBe(false);
});
