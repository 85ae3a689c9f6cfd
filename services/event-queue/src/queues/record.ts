import { isVisible } from '@parley/event-log';
import type { Seen } from '../domain/reading.ts';
import { type CompiledProfile, SharedProfiles } from './profile.ts';

/** A snapshot of an origin's database. `lsn` is the write-ahead position after it was taken. */
export type OriginSnapshot = {
  origin: number;
  xmin: number;
  xmax: number;
  inProgress: number[];
  lsn: number;
};

/** A stored queue. Every release writes it, so fields are added and never changed. */
export type QueueRecord = {
  /** Events with larger IDs belong to the queue. */
  start: number;
  idleSeconds: number;
  /** JSON text of a `Profile`: equal profiles are kept once in memory. */
  profile: string;
  /** Empty once the client has acknowledged everything that the snapshots could hide. */
  snapshots: OriginSnapshot[];
  /** Position at which the log had passed every snapshot; 0 before that. */
  settledAt: number;
  /** Position of the person's rights (below). While not settled, they are the rights in the snapshots. */
  position: number;
  channels: number[];
  role: number;
  /** Name of the client that registered; absent in records of earlier releases. */
  client?: string;
  /** Whole seconds, UTC; absent in records of earlier releases. */
  createdAt?: number;
};

const shared = new SharedProfiles(1_000);

/** Returns the profile of a record, and its text. */
export const sharedProfile = (text: string): { text: string; profile: CompiledProfile } => shared.get(text);

/** Returns a function that says whether a registration contains a transaction; undefined without snapshots. */
export function seenBy(snapshots: readonly OriginSnapshot[]): Seen | undefined {
  if (snapshots.length === 0) return undefined;
  return (origin, transactionId) => {
    for (const snapshot of snapshots) {
      if (snapshot.origin === origin) return isVisible(transactionId, snapshot);
    }
    return false;
  };
}
