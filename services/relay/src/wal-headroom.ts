import type { SlotState } from './replication/slot.ts';

/** Forbidden without a usable slot or below `reserveBytes`, allowed again above twice as many. */
export type WalHeadroom = {
  readonly writesAllowed: boolean;
  update(slot: Pick<SlotState, 'isLost' | 'walStatus' | 'safeBytes'> | undefined): void;
};

/** A lost slot would force a new epoch, in which all event queues are lost, too. */
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
