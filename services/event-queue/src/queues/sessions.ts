import { errors, type Logger, Semaphore } from '@parley/core';
import { RecordConflictError } from '@parley/event-log';
import type { UserId } from '@parley/rules';
import { parseQueueId, recordKey } from '../domain/queue-id.ts';
import { lifeMs, recordOf, type Session, sessionOf, stored } from './session.ts';
import type { QueueStore } from './store.ts';

/** Maximum number of records that are written concurrently to store activity. */
const writesAtOnce = 32;
/** Minimum time in milliseconds between two moves of a session in the order of use. The order is therefore only approximate. */
const useStepMs = 5_000;

export type SessionsOptions = {
  store: QueueStore;
  logger: Logger;
  /** Called when a queue was deleted or has expired. The receiver must answer its waiting poll. */
  onGone: (session: Session) => void;
  now: () => number;
};

/**
 * The queues of one epoch that were recently polled on this replica.
 *
 * Invariants:
 * - A client is told that a queue of this epoch does not exist only after the leader of the bucket was asked for the queue's
 *   record.
 * - Activity is stored within a quarter of the idle timeout, and a record lives for a quarter longer than the timeout. So no
 *   queue expires too early, and none lives more than a quarter too long.
 * - An expired queue is removed only if its record still has the revision that was examined. So activity that is stored in the
 *   meantime prevents the removal.
 */
export class Sessions {
  readonly #options: SessionsOptions;
  readonly #sessions = new Map<string, Session>();
  readonly #loading = new Map<string, Promise<Session>>();
  readonly #writes = new Semaphore(writesAtOnce);

  constructor(options: SessionsOptions) {
    this.#options = options;
  }

  get size(): number {
    return this.#sessions.size;
  }

  get epoch(): string {
    return this.#options.store.epoch;
  }

  /** Returns a queue of a user. @throws BAD_EVENT_QUEUE_ID when it does not exist, has expired or belongs to another user */
  async open(queueId: string, userId: UserId): Promise<Session> {
    const known = this.#sessions.get(queueId);
    const nowMs = this.#options.now();
    if (known && known.view.userId === userId && nowMs - known.storedAtMs <= lifeMs(known.idleSeconds)) {
      this.#use(known, nowMs);
      return known;
    }
    // The record's key contains the user's ID, so the queue of another user is not found.
    const flight = `${userId}/${queueId}`;
    let loading = this.#loading.get(flight);
    if (!loading) {
      loading = this.#load(queueId, userId).finally(() => this.#loading.delete(flight));
      this.#loading.set(flight, loading);
    }
    return await loading;
  }

  /** Deletes a queue. @throws BAD_EVENT_QUEUE_ID when it does not exist or belongs to another user */
  async delete(queueId: string, userId: UserId): Promise<void> {
    const session = await this.open(queueId, userId);
    const removed = await this.#options.store.records.delete(session.key);
    this.forget(queueId);
    if (!removed) throw errors.badEventQueueId(queueId);
  }

  /** Removes a queue from memory and answers its waiting poll, because this or another replica has deleted the queue. */
  forget(queueId: string): void {
    const session = this.#sessions.get(queueId);
    if (!session) return;
    this.#sessions.delete(queueId);
    this.#options.onGone(session);
  }

  /** Its user was deactivated, or the log no longer contains its events. */
  async removeDead(session: Session): Promise<void> {
    this.forget(session.id);
    await this.#options.store.records.delete(session.key).catch((error) => {
      this.#options.logger.warn(
        { err: error },
        'a queue that cannot continue was not deleted; it will expire',
      );
    });
  }

  /** Makes the next poll of each queue read the record from the bucket's leader again. Waiting polls continue to wait. */
  invalidate(): void {
    for (const session of this.#sessions.values()) session.storedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Returns the milliseconds since the last poll at this replica, by user ID. Users without a queue in memory are omitted. */
  idleTimesOf(userIds: ReadonlySet<UserId>): Map<number, number> {
    const nowMs = this.#options.now();
    const idle = new Map<number, number>();
    for (const { view, polledAtMs } of this.#sessions.values()) {
      if (!userIds.has(view.userId)) continue;
      const idleMs = Math.max(0, nowMs - polledAtMs);
      idle.set(view.userId, Math.min(idleMs, idle.get(view.userId) ?? idleMs));
    }
    return idle;
  }

  /** Evicts the queues that were last used before `beforeMs`. */
  sweep(beforeMs: number): void {
    for (const session of this.#sessions.values()) {
      if (session.usedAtMs >= beforeMs) return;
      this.#sessions.delete(session.id);
    }
  }

  /** When that is due, or immediately when `isUrgent`. A later call repeats a failed write. */
  touch(session: Session, isUrgent = false): void {
    const nowMs = this.#options.now();
    session.polledAtMs = nowMs;
    this.#use(session, nowMs);
    if (session.isTouching || (!isUrgent && nowMs < session.touchAtMs)) return;
    session.isTouching = true;
    this.#writes
      .run(() => this.#store(session))
      .catch((error) => this.#options.logger.warn({ err: error }, 'the activity of a queue was not stored'))
      .finally(() => {
        session.isTouching = false;
      });
  }

  async #store(session: Session): Promise<void> {
    const { store } = this.#options;
    const record = recordOf(session);
    const nowMs = this.#options.now();
    try {
      const revision = await store.update(session.key, record, session.revision);
      stored(session, revision, record.position, nowMs);
    } catch (error) {
      if (!(error instanceof RecordConflictError)) throw error;
      const found = await store.get(session.key);
      if (!found) this.forget(session.id);
      // Another replica has written the record, so the activity was not stored. The next `touch` tries again with the
      // new revision.
      else {
        session.revision = found.revision;
        session.touchAtMs = nowMs;
      }
    }
  }

  async #load(queueId: string, userId: UserId): Promise<Session> {
    const parsed = parseQueueId(queueId);
    const { store } = this.#options;
    if (!parsed || parsed.epoch !== store.epoch) throw errors.badEventQueueId(queueId);
    const key = recordKey(userId, parsed.secret);
    const nowMs = this.#options.now();
    const found = await store.get(key);
    if (!found || (await store.hasExpired(found))) {
      if (found) await store.records.delete(key, found.revision);
      if (this.#sessions.get(queueId)?.view.userId === userId) this.forget(queueId);
      throw errors.badEventQueueId(queueId);
    }
    const storedAtMs = Math.min(nowMs, nowMs - ((await store.clock.now()) - found.changedAtMs));
    const known = this.#sessions.get(queueId);
    if (known) {
      known.revision = found.revision;
      known.storedAtMs = storedAtMs;
      this.#use(known, nowMs);
      return known;
    }
    const session = sessionOf(queueId, key, userId, found.value, {
      revision: found.revision,
      storedAtMs,
      nowMs,
    });
    this.#sessions.set(queueId, session);
    return session;
  }

  /** Moves a session to the end of the order of use, in which `sweep` looks for the oldest ones. */
  #use(session: Session, nowMs: number): void {
    if (nowMs - session.usedAtMs < useStepMs) return;
    session.usedAtMs = nowMs;
    if (!this.#sessions.delete(session.id)) return;
    this.#sessions.set(session.id, session);
  }
}
