import { expect, it } from 'vitest';
import { createWalRoom } from './wal-room.ts';

it('refuses writes before the slot is lost, and allows them again only with clearly more space', () => {
  const room = createWalRoom(100);
  const allowed = (changes: { safeBytes?: number; walStatus?: string; isLost?: boolean }) => {
    room.update({ isLost: false, walStatus: 'reserved', safeBytes: undefined, ...changes });
    return room.writesAllowed;
  };
  expect(room.writesAllowed).toBe(true);
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
  room.update(undefined);
  expect(room.writesAllowed).toBe(false);
});
