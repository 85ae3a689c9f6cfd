import { errors, type Logger, Semaphore } from '@parley/core';
import { RecordConflictError } from '@parley/event-log';
import { parseQueueId, recordKey } from '../domain/queue-id.ts';
import { lifeMs, recordOf, type Session, sessionOf, stored } from './session.ts';
import type { QueueStore } from './store.ts';

/** Maximum number of concurrent writes of activity. */
const writesAtOnce = 32;
/** Precision of the order of use, milliseconds: a session is moved to the end at most this often. */
const useStepMs = 5_000;

export type SessionsOptions = {
  store: QueueStore;
  logger: Logger;
  /** Called when a queue was deleted or has expired, so that its waiting poll is answered. */
  onGone: (session: Session) => void;
  now: () => number;
};

/**
 * The queues of one epoch that were polled on this replica recently.
 *
 * Invariants:
 * - Before a client is answered that a queue does not exist, the bucket's leader was asked for its record.
 * - Activity is stored within a quarter of the idle timeout, and a stored record lives a quarter longer than the
 *   timeout. So no queue expires early, and none lives more than a quarter too long.
 * - The removal of an expired queue names the revision that was examined. Activity that is stored in the meantime
 *   therefore prevents the removal.
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

  /** Returns a queue of the user. @throws BAD_EVENT_QUEUE_ID when it does not exist or belongs to another user */
  async open(queueId: string, userId: number): Promise<Session> {
    const known = this.#sessions.get(queueId);
    const nowMs = this.#options.now();
    if (known && known.view.userId === userId && nowMs - known.storedAtMs <= lifeMs(known.idleSeconds)) {
      this.#use(known, nowMs);
      return known;
    }
    // The key contains the user's ID, so another user's queue is not found.
    const flight = `${userId}/${queueId}`;
    let loading = this.#loading.get(flight);
    if (!loading) {
      loading = this.#load(queueId, userId).finally(() => this.#loading.delete(flight));
      this.#loading.set(flight, loading);
    }
    return await loading;
  }

  /** Deletes the queue. @throws BAD_EVENT_QUEUE_ID */
  async delete(queueId: string, userId: number): Promise<void> {
    const session = await this.open(queueId, userId);
    const removed = await this.#options.store.records.delete(session.key);
    this.forget(queueId);
    if (!removed) throw errors.badEventQueueId(queueId);
  }

  /** Removes a queue that was deleted by this or another replica from memory, and answers its waiting poll. */
  forget(queueId: string): void {
    const session = this.#sessions.get(queueId);
    if (!session) return;
    this.#sessions.delete(queueId);
    this.#options.onGone(session);
  }

  /**
   * Deletes a queue that cannot continue, because its owner is deactivated or the log no longer contains its events.
   */
  async removeDead(session: Session): Promise<void> {
    this.forget(session.id);
    await this.#options.store.records.delete(session.key).catch((error) => {
      this.#options.logger.warn(
        { err: error },
        'a queue that cannot continue was not deleted; it will expire',
      );
    });
  }

  /** Makes the next poll of each queue read its record from the leader. Waiting polls keep waiting. */
  invalidate(): void {
    for (const session of this.#sessions.values()) session.storedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Returns, by user ID, the milliseconds since the last poll here of those people who have a queue in memory. */
  idleTimesOf(userIds: ReadonlySet<number>): Map<number, number> {
    const nowMs = this.#options.now();
    const idle = new Map<number, number>();
    for (const { view, polledAtMs } of this.#sessions.values()) {
      if (!userIds.has(view.userId)) continue;
      const idleMs = Math.max(0, nowMs - polledAtMs);
      idle.set(view.userId, Math.min(idleMs, idle.get(view.userId) ?? idleMs));
    }
    return idle;
  }

  /** Evicts the queues that were last polled before `beforeMs`. */
  sweep(beforeMs: number): void {
    for (const session of this.#sessions.values()) {
      if (session.usedAtMs >= beforeMs) return;
      this.#sessions.delete(session.id);
    }
  }

  /** Stores activity and checkpoint when that is due. A failed write is repeated at the next poll. */
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
      // Another replica has stored the record, so the activity here is not stored yet. The next poll tries it again.
      else {
        session.revision = found.revision;
        session.touchAtMs = nowMs;
      }
    }
  }

  async #load(queueId: string, userId: number): Promise<Session> {
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

  /** Moves a session to the end of the order of use. */
  #use(session: Session, nowMs: number): void {
    if (nowMs - session.usedAtMs < useStepMs) return;
    session.usedAtMs = nowMs;
    if (!this.#sessions.delete(session.id)) return;
    this.#sessions.set(session.id, session);
  }
}
