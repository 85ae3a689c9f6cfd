import { errors, type Logger, Semaphore } from '@parley/core';
import { RecordConflictError } from '@parley/event-log';
import { parseQueueId, recordKey } from '../domain/queue-id.ts';
import { lifeMs, recordOf, type Session, sessionOf, stored } from './session.ts';
import type { QueueStore } from './store.ts';

/** Activity is stored by this many writes at once. */
const writesAtOnce = 32;
/** The order of use is kept this exactly. */
const useStepMs = 5_000;

export type SessionsOptions = {
  store: QueueStore;
  logger: Logger;
  /** A queue turned out to be gone; whoever waits on it is to be told. */
  onGone: (session: Session) => void;
  now: () => number;
};

/**
 * Queues of one epoch that were polled here lately.
 *
 * Invariants:
 * - A record is read from the bucket's leader before anybody hears that a queue does not exist.
 * - Activity is stored at most a quarter of the idle timeout after it happened; a stored record lives a quarter
 *   longer than the timeout. So no queue expires early, and none lives more than a quarter too long.
 * - A removal names the revision it judged; activity stored meanwhile wins.
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

  /** The queue, if it is the user's and lives. @throws BAD_EVENT_QUEUE_ID */
  async open(queueId: string, userId: number): Promise<Session> {
    const known = this.#sessions.get(queueId);
    const nowMs = this.#options.now();
    if (known && known.view.userId === userId && nowMs - known.storedAtMs <= lifeMs(known.idleSeconds)) {
      this.#use(known, nowMs);
      return known;
    }
    // Another person's queue is looked for under their own key, and not found.
    const flight = `${userId}/${queueId}`;
    let loading = this.#loading.get(flight);
    if (!loading) {
      loading = this.#load(queueId, userId).finally(() => this.#loading.delete(flight));
      this.#loading.set(flight, loading);
    }
    return await loading;
  }

  /** Removes the queue for good. @throws BAD_EVENT_QUEUE_ID */
  async delete(queueId: string, userId: number): Promise<void> {
    const session = await this.open(queueId, userId);
    const removed = await this.#options.store.records.delete(session.key);
    this.forget(queueId);
    if (!removed) throw errors.badEventQueueId(queueId);
  }

  /** The queue is gone, here or at the leader. */
  forget(queueId: string): void {
    const session = this.#sessions.get(queueId);
    if (!session) return;
    this.#sessions.delete(queueId);
    this.#options.onGone(session);
  }

  /** Removes a queue that was found dead (deactivated account, its events no longer kept). */
  async bury(session: Session): Promise<void> {
    this.forget(session.id);
    await this.#options.store.records.delete(session.key).catch((error) => {
      this.#options.logger.warn({ err: error }, 'a dead queue was not removed; it will expire');
    });
  }

  /** Drops every cached queue; the next poll reads its record again. Waiting polls stay. */
  doubt(): void {
    for (const session of this.#sessions.values()) session.storedAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Forgets what nobody polled since `beforeMs`. */
  sweep(beforeMs: number): void {
    for (const session of this.#sessions.values()) {
      if (session.usedAtMs >= beforeMs) return;
      this.#sessions.delete(session.id);
    }
  }

  /** Stores activity and checkpoint when due. Failures are tried again at the next occasion. */
  touch(session: Session, isUrgent = false): void {
    const nowMs = this.#options.now();
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
      // Another replica stored it meanwhile: its activity counts from now at the latest.
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

  /** Most recently used last. */
  #use(session: Session, nowMs: number): void {
    if (nowMs - session.usedAtMs < useStepMs) return;
    session.usedAtMs = nowMs;
    if (!this.#sessions.delete(session.id)) return;
    this.#sessions.set(session.id, session);
  }
}
