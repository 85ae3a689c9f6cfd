import type { SlotState } from './replication/slot.ts';

/** Writes are refused below this many bytes of space, and allowed again above twice as many. */
export type WalHeadroom = {
  readonly writesAllowed: boolean;
  update(slot: Pick<SlotState, 'isLost' | 'walStatus' | 'safeBytes'> | undefined): void;
};

/**
 * Decides whether writes are allowed, from the write-ahead log that may still be written before the slot, and with it
 * every queue, is lost.
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
