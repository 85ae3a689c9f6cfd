import type { SlotState } from './replication/slot.ts';

/** Writes are refused below this much room, and allowed again above twice as much. */
export type WalRoom = {
  readonly writesAllowed: boolean;
  update(slot: Pick<SlotState, 'isLost' | 'walStatus' | 'safeBytes'> | undefined): void;
};

/** Judges how much write-ahead log may still be written before the slot is lost, and with it every queue. */
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
