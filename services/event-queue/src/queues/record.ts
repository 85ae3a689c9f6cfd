import { isVisible } from '@parley/event-log';
import type { Seen } from '../domain/reading.ts';
import { type CompiledProfile, SharedProfiles } from './profile.ts';

/** Of a service (`origin`). `lsn` is the WAL position after the snapshot was taken. */
export type OriginSnapshot = {
  origin: number;
  xmin: number;
  xmax: number;
  inProgress: number[];
  lsn: number;
  /** Timeline of the PostgreSQL server; absent in records of earlier releases. */
  timeline?: number;
};

/** Of a queue (docs/glossary.md#events). Several releases write records at once: fields may be added, not changed or removed. */
export type QueueRecord = {
  /** Position in the log. Events with greater IDs belong to the queue. */
  start: number;
  idleSeconds: number;
  /** JSON text of a `Profile`. Queues with equal texts share one object in memory. */
  profile: string;
  /** Snapshots that the registration read. Empty once the client has acknowledged all events that they may include. */
  snapshots: OriginSnapshot[];
  /** Where the log contains everything in the snapshots; 0 while the queue is not settled. */
  settledAt: number;
  /** Position in the log at which `channels` and `role` were current. Until the queue is settled, they are as in the snapshots. */
  position: number;
  channels: number[];
  role: number;
  /** Name of the client that registered the queue; absent in records of earlier releases. */
  client?: string;
  /** Unix time in seconds; absent in records of earlier releases. */
  createdAt?: number;
};

const shared = new SharedProfiles(1_000);

/** Returns the compiled profile for the JSON text in a record, from a shared cache. */
export const sharedProfile = (text: string): { text: string; profile: CompiledProfile } => shared.get(text);

/** Returns whether the registration's snapshots include a transaction; undefined without snapshots. */
export function seenBy(snapshots: readonly OriginSnapshot[]): Seen | undefined {
  if (snapshots.length === 0) return undefined;
  return (origin, transactionId) => {
    for (const snapshot of snapshots) {
      if (snapshot.origin === origin) return isVisible(transactionId, snapshot);
    }
    return false;
  };
}
