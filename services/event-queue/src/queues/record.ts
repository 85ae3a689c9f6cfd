import { isVisible } from '@parley/event-log';
import type { Seen } from '../domain/reading.ts';
import { type CompiledProfile, SharedProfiles } from './profile.ts';

/** A snapshot of the database of an origin. `lsn` is the write-ahead position after the snapshot was taken. */
export type OriginSnapshot = {
  origin: number;
  xmin: number;
  xmax: number;
  inProgress: number[];
  lsn: number;
  /** PostgreSQL's timeline; absent in records of earlier releases. */
  timeline?: number;
};

/** A stored queue. Several releases write it at the same time, so fields are only added and never changed. */
export type QueueRecord = {
  /** Events with larger IDs belong to the queue. */
  start: number;
  idleSeconds: number;
  /** JSON text of a `Profile`. Equal profiles are stored once in memory. */
  profile: string;
  /** Empty when the client has acknowledged everything that the snapshots may contain. */
  snapshots: OriginSnapshot[];
  /** Position at which the log had passed every snapshot; 0 before that. */
  settledAt: number;
  /** Position of the person's rights (below). Until the queue is settled, these are the rights in the snapshots. */
  position: number;
  channels: number[];
  role: number;
  /** Name of the client that registered the queue; absent in records of earlier releases. */
  client?: string;
  /** Unix time, whole seconds; absent in records of earlier releases. */
  createdAt?: number;
};

const shared = new SharedProfiles(1_000);

/** Returns the profile of a record, and its text. */
export const sharedProfile = (text: string): { text: string; profile: CompiledProfile } => shared.get(text);

/** Returns a function that tells whether a registration contains a transaction; undefined without snapshots. */
export function seenBy(snapshots: readonly OriginSnapshot[]): Seen | undefined {
  if (snapshots.length === 0) return undefined;
  return (origin, transactionId) => {
    for (const snapshot of snapshots) {
      if (snapshot.origin === origin) return isVisible(transactionId, snapshot);
    }
    return false;
  };
}
