import type { Checkpoint, ReadableQueue } from '../domain/reading.ts';
import { type Rights, rightsOf } from '../domain/rights.ts';
import { type OriginSnapshot, type QueueRecord, seenBy, sharedProfile } from './record.ts';

/** A queue that was polled here lately. Nothing in it is missed when it is forgotten. */
export type Session = {
  readonly id: string;
  readonly key: string;
  readonly start: number;
  readonly idleSeconds: number;
  readonly profile: string;
  /** Of the record, for those who list queues. */
  readonly client: string | undefined;
  readonly createdAt: number | undefined;
  readonly view: ReadableQueue;
  snapshots: readonly OriginSnapshot[];
  settledAt: number;
  /** The owner's rights at a position that the client has acknowledged. */
  checkpoint: Checkpoint;
  /** Where the last reading ended, usually what is acknowledged next. */
  ahead: Checkpoint | undefined;
  /** Of the stored record. */
  revision: number;
  storedPosition: number;
  /** Monotonic time of the last stored change; never later than the true one. */
  storedAtMs: number;
  touchAtMs: number;
  isTouching: boolean;
  usedAtMs: number;
  /** The newest poll; an older one is answered with nothing. */
  latest: object | undefined;
};

/** Part of the idle timeout after which activity is stored: at most a quarter, spread so that writes do not pile up. */
const touchAfter = (idleSeconds: number): number => idleSeconds * 1000 * (0.15 + Math.random() * 0.1);

/** Milliseconds without a stored change after which a queue has expired: no earlier than its idle timeout. */
export const lifeMs = (idleSeconds: number): number => idleSeconds * 1000 * 1.25;

/** A queue in use, from its record. */
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
    latest: undefined,
  };
}

/** The record to keep of a queue in use. */
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

/** The session's state was stored. */
export function stored(session: Session, revision: number, position: number, nowMs: number): void {
  session.revision = revision;
  session.storedPosition = position;
  session.storedAtMs = nowMs;
  session.touchAtMs = nowMs + touchAfter(session.idleSeconds);
}

/** Every snapshot has been passed: the rights at the start are known. */
export function settle(session: Session, rights: Rights, settledAt: number): void {
  session.checkpoint = { position: session.start, rights };
  session.settledAt = settledAt;
}

/** The client has everything up to here; snapshots that can hide nothing more are dropped. */
export function acknowledge(session: Session, checkpoint: Checkpoint): void {
  session.checkpoint = checkpoint;
  if (session.settledAt !== 0 && checkpoint.position >= session.settledAt && session.snapshots.length > 0) {
    session.snapshots = [];
    session.view.seen = undefined;
  }
}
