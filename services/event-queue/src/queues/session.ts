import type { UserId } from '@parley/rules';
import type { Checkpoint, ReadableQueue } from '../domain/reading.ts';
import { type Rights, rightsOf } from '../domain/rights.ts';
import type { Withheld } from '../domain/withheld.ts';
import { type OriginSnapshot, type QueueRecord, seenBy, sharedProfile } from './record.ts';

/** May be evicted at any time: the queue's record contains everything to recreate it. */
export type Session = {
  readonly id: string;
  readonly key: string;
  readonly start: number;
  readonly idleSeconds: number;
  readonly profile: string;
  /** `client` and `createdAt` of the record are needed only for listing queues. */
  readonly client: string | undefined;
  readonly createdAt: number | undefined;
  readonly view: ReadableQueue;
  readonly withheld: readonly Withheld[];
  snapshots: readonly OriginSnapshot[];
  settledAt: number;
  /** Rights of the user at the latest position that the client has acknowledged. */
  checkpoint: Checkpoint;
  /** At the end of the last read. Usually that position is acknowledged next and becomes the checkpoint. */
  ahead: Checkpoint | undefined;
  revision: number;
  storedPosition: number;
  /** Approximate monotonic time in milliseconds; -Infinity when the record must be read again. */
  storedAtMs: number;
  touchAtMs: number;
  isTouching: boolean;
  usedAtMs: number;
  /** Monotonic time in milliseconds at which a poll of the queue last began, waited or ended on this replica. */
  polledAtMs: number;
  /** The newest poll of the queue. Older polls get an empty answer. */
  latest: object | undefined;
};

/** 15 to 25 % of the idle timeout, in milliseconds, so that the writes of many queues are spread. */
const touchAfter = (idleSeconds: number): number => idleSeconds * 1000 * (0.15 + Math.random() * 0.1);

/** In milliseconds after the last write. Longer than the timeout: activity is not stored immediately. */
export const lifeMs = (idleSeconds: number): number => idleSeconds * 1000 * 1.25;

export function sessionOf(
  id: string,
  key: string,
  userId: UserId,
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
    withheld: profile.withheld,
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

export function stored(session: Session, revision: number, position: number, nowMs: number): void {
  session.revision = revision;
  session.storedPosition = position;
  session.storedAtMs = nowMs;
  session.touchAtMs = nowMs + touchAfter(session.idleSeconds);
}

/** Sets the user's rights at the start of the queue. The log must contain everything in the queue's snapshots. */
export function settle(session: Session, rights: Rights, settledAt: number): void {
  session.checkpoint = { position: session.start, rights };
  session.settledAt = settledAt;
}

/** Discards the snapshots when no later event can be included in them. */
export function acknowledge(session: Session, checkpoint: Checkpoint): void {
  session.checkpoint = checkpoint;
  if (session.settledAt !== 0 && checkpoint.position >= session.settledAt && session.snapshots.length > 0) {
    session.snapshots = [];
    session.view.seen = undefined;
  }
}
