import type { SlotState } from './replication/slot.ts';

/** Writes are refused below this many bytes of space, and allowed again above twice as many. */
export type WalRoom = {
  readonly writesAllowed: boolean;
  update(slot: Pick<SlotState, 'isLost' | 'walStatus' | 'safeBytes'> | undefined): void;
};

/**
 * Decides whether writes are allowed, from the write-ahead log that may still be written before the slot, and with it
 * every queue, is lost.
 */
export function createWalRoom(reserveBytes: number): WalRoom {
  let allowed = true;
  return {
    get writesAllowed() {
      return allowed;
    },
    update(slot) {
      if (!slot || slot.isLost || slot.walStatus === 'unreserved') {
        allowed = false;
        return;
      }
      const room = slot.safeBytes ?? Number.POSITIVE_INFINITY;
      if (room < reserveBytes) allowed = false;
      else if (room > 2 * reserveBytes || (allowed && room >= reserveBytes)) allowed = true;
    },
  };
}
