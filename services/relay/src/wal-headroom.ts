import type { SlotState } from './replication/slot.ts';

/** Writes are refused when less space than this number of bytes is left, and allowed again when twice as much is. */
export type WalHeadroom = {
  readonly writesAllowed: boolean;
  update(slot: Pick<SlotState, 'isLost' | 'walStatus' | 'safeBytes'> | undefined): void;
};

/**
 * Decides whether writes are allowed, from how much write-ahead log may still be written before the slot is lost, and
 * with it every queue.
 */
export function createWalHeadroom(reserveBytes: number): WalHeadroom {
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
      const headroom = slot.safeBytes ?? Number.POSITIVE_INFINITY;
      if (headroom < reserveBytes) allowed = false;
      else if (headroom > 2 * reserveBytes || (allowed && headroom >= reserveBytes)) allowed = true;
    },
  };
}
