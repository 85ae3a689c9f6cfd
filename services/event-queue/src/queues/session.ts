import type { Checkpoint, ReadableQueue } from '../domain/reading.ts';
import { type Rights, rightsOf } from '../domain/rights.ts';
import { type OriginSnapshot, type QueueRecord, seenBy, sharedProfile } from './record.ts';

/**
 * A queue that was polled on this replica recently. It may be evicted at any time, because its record contains
 * everything that is needed.
 */
export type Session = {
  readonly id: string;
  readonly key: string;
  readonly start: number;
  readonly idleSeconds: number;
  readonly profile: string;
  /** Values of the record, for lists of queues. */
  readonly client: string | undefined;
  readonly createdAt: number | undefined;
  readonly view: ReadableQueue;
  snapshots: readonly OriginSnapshot[];
  settledAt: number;
  /** The rights of the owner at a position that the client has acknowledged. */
  checkpoint: Checkpoint;
  /** The end of the last read, which the client usually acknowledges next. */
  ahead: Checkpoint | undefined;
  /** Revision of the stored record. */
  revision: number;
  storedPosition: number;
  /** Time of the last stored change by the monotonic clock. It is never later than the actual one. */
  storedAtMs: number;
  touchAtMs: number;
  isTouching: boolean;
  usedAtMs: number;
  /** Monotonic time at which a poll of the queue last began or ended here. */
  polledAtMs: number;
  /** The newest poll. Older ones get an empty answer. */
  latest: object | undefined;
};

/**
 * Returns the time in milliseconds after which activity is stored: at most a quarter of the idle timeout. It is random,
 * so that writes spread over time.
 */
const touchAfter = (idleSeconds: number): number => idleSeconds * 1000 * (0.15 + Math.random() * 0.1);

/**
 * Returns the time without a stored change after which a queue has expired, in milliseconds. It is longer than the idle
 * timeout.
 */
export const lifeMs = (idleSeconds: number): number => idleSeconds * 1000 * 1.25;

/** Creates the session of a queue from its record. */
export function sessionOf(
  id: string,
  key: string,
  userId: number,
  record: QueueRecord,
  stored: { revision: number; storedAtMs: number; nowMs: number },
): Session {
  const { text, profile } = sharedProfile(record.profile);
  const view: ReadableQueue = {
    queueId: id,
    userId,
    allPublic: profile.allPublic,
    form: profile.form,
    types: profile.types,
    narrow: profile.narrow,
    seen: seenBy(record.snapshots),
  };
  return {
    id,
    key,
    start: record.start,
    idleSeconds: record.idleSeconds,
    profile: text,
    client: record.client,
    createdAt: record.createdAt,
    view,
    snapshots: record.snapshots,
    settledAt: record.settledAt,
    checkpoint: { position: record.position, rights: rightsOf(record.channels, record.role) },
    ahead: undefined,
    revision: stored.revision,
    storedPosition: record.position,
    storedAtMs: stored.storedAtMs,
    touchAtMs: stored.storedAtMs + touchAfter(record.idleSeconds),
    isTouching: false,
    usedAtMs: stored.nowMs,
    polledAtMs: stored.nowMs,
    latest: undefined,
  };
}

/** Returns the record that stores a session. */
export function recordOf(session: Session): QueueRecord {
  const { start, idleSeconds, profile, snapshots, settledAt, checkpoint, client, createdAt } = session;
  return {
    start,
    idleSeconds,
    profile,
    snapshots: [...snapshots],
    settledAt,
    position: checkpoint.position,
    channels: [...checkpoint.rights.channels],
    role: checkpoint.rights.role,
    ...(client !== undefined && { client }),
    ...(createdAt !== undefined && { createdAt }),
  };
}

/** Notes that the state of the session was stored. */
export function stored(session: Session, revision: number, position: number, nowMs: number): void {
  session.revision = revision;
  session.storedPosition = position;
  session.storedAtMs = nowMs;
  session.touchAtMs = nowMs + touchAfter(session.idleSeconds);
}

/** Sets the rights at the start of the queue. The log must have passed every snapshot. */
export function settle(session: Session, rights: Rights, settledAt: number): void {
  session.checkpoint = { position: session.start, rights };
  session.settledAt = settledAt;
}

/**
 * Moves the checkpoint to an acknowledged position. Discards the snapshots when the log after it cannot contain their
 * transactions.
 */
export function acknowledge(session: Session, checkpoint: Checkpoint): void {
  session.checkpoint = checkpoint;
  if (session.settledAt !== 0 && checkpoint.position >= session.settledAt && session.snapshots.length > 0) {
    session.snapshots = [];
    session.view.seen = undefined;
  }
}
