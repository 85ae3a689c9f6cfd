import type { SlotState } from './replication/slot.ts';

/**
 * Tells whether writes are allowed, which the relay announces. They are forbidden when there is no usable slot or fewer than
 * `reserveBytes` are left, and allowed again when more than twice as many are left.
 */
export type WalHeadroom = {
  readonly writesAllowed: boolean;
  update(slot: Pick<SlotState, 'isLost' | 'walStatus' | 'safeBytes'> | undefined): void;
};

/**
 * Creates the object that decides whether writes are allowed. The decision depends on how much WAL may still be written before
 * the slot is lost. A lost slot would force a new epoch, in which all event queues are lost, too.
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
