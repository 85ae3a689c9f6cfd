import { errors, ParleyError } from '@parley/core';
import { LogGapError } from '@parley/event-log';
import { Reading, type ReadLimits, readWindow, rightsBefore } from '../domain/reading.ts';
import { after as afterChange, endsQueues, namesUser, type Rights } from '../domain/rights.ts';
import type { Texts } from '../domain/texts.ts';
import type { Window, WindowEntry } from '../domain/window.ts';
import type { History } from '../log/history.ts';
import { acknowledge, type Session, settle } from '../queues/session.ts';

export type QueueReaderOptions = {
  epoch: () => string;
  window: Window;
  texts: Texts;
  history: History;
  limits: ReadLimits;
};

/** Old log entries in which one poll looks. Then it is answered with what was found, or a heartbeat. */
const historyEntries = 16_384;

/** The error for a queue that cannot continue although its record exists. The caller must delete the record. */
export class DeadQueueError extends ParleyError {
  constructor(queueId: string) {
    const { code, text, fields } = errors.badEventQueueId(queueId);
    super(code, text, fields);
  }
}

/**
 * Reads queues from the window in memory, and from the log itself when a queue is behind the window. The window may advance during
 * an asynchronous step, so the position is checked against the window after each one. The last step is synchronous, so a poll
 * without events can be registered before another event is merged. When the signal aborts, for example because a newer poll
 * replaced this one, the session is not changed any more.
 */
export class QueueReader {
  readonly #options: QueueReaderOptions;

  constructor(options: QueueReaderOptions) {
    this.#options = options;
  }

  /**
   * Determines the user's rights at the start of the queue, from the rights that the registration read and from later changes.
   * Must be called only after the log contains everything that the registration's snapshots contain.
   * @throws DeadQueueError when the queue cannot continue
   */
  async settle(session: Session, signal: AbortSignal): Promise<void> {
    const { window } = this.#options;
    const { userId, seen } = session.view;
    const passed = window.end;
    if (!seen) return settle(session, session.checkpoint.rights, passed);
    const changes: WindowEntry[] = [];
    let position = session.start;
    while (position < window.start) {
      position = await this.#walk(session, position, signal, (entry) => {
        if (entry.outline.change && namesUser(entry.outline.change, userId)) changes.push(entry);
        return true;
      });
    }
    signal.throwIfAborted();
    changes.push(...window.changesOf(userId, position, passed));
    settle(session, rightsBefore(session.checkpoint.rights, changes, seen), passed);
  }

  /** Which the client has acknowledged. @throws DeadQueueError when the queue cannot continue */
  async acknowledge(session: Session, position: number, signal: AbortSignal): Promise<void> {
    const { window } = this.#options;
    if (session.ahead && session.ahead.position <= position) acknowledge(session, session.ahead);
    session.ahead = undefined;
    const { userId } = session.view;
    let { position: from, rights } = session.checkpoint;
    const apply = (entry: WindowEntry): void => {
      rights = this.#applied(session, rights, entry);
    };
    while (from < window.start && from < position) {
      from = await this.#walk(
        session,
        from,
        signal,
        (entry) => {
          if (entry.id <= position) apply(entry);
          return entry.id < position;
        },
        position,
      );
    }
    signal.throwIfAborted();
    if (from < position) for (const entry of window.changesOf(userId, from, position)) apply(entry);
    acknowledge(session, { position: Math.max(session.checkpoint.position, position), rights });
  }

  /**
   * Reads the events after `after`, which must not be before the checkpoint. Reads up to the end of the window without a final
   * asynchronous step, unless the answer is full or the limit of history for one poll is reached earlier.
   * @throws DeadQueueError when the queue cannot continue
   */
  async read(session: Session, signal: AbortSignal, after = session.checkpoint.position): Promise<Reading> {
    const { window, texts, limits } = this.#options;
    const { checkpoint, view } = session;
    const reading = new Reading(view, texts, checkpoint, after, limits);
    let budget = historyEntries;
    while (reading.position < window.start && !reading.isOver) {
      const before = reading.position;
      const reached = await this.#walk(session, before, signal, (entry) => {
        reading.step(entry);
        return !reading.isOver;
      });
      if (!reading.isOver) reading.position = Math.max(reading.position, reached);
      budget -= Math.ceil((reading.position - before) / 256);
      if (budget <= 0) break;
    }
    signal.throwIfAborted();
    if (!reading.isOver && reading.position >= window.start) readWindow(window, reading, view, after);
    if (reading.closed) throw new DeadQueueError(session.id);
    session.ahead = { position: reading.position, rights: reading.rights };
    return reading;
  }

  #applied(session: Session, rights: Rights, { outline, transactionId }: WindowEntry): Rights {
    const { change, origin } = outline;
    const { userId, seen } = session.view;
    if (!change || !namesUser(change, userId)) return rights;
    if (endsQueues(change) && !seen?.(origin, transactionId)) {
      throw new DeadQueueError(session.id);
    }
    return afterChange(rights, change);
  }

  async #walk(
    session: Session,
    after: number,
    signal: AbortSignal,
    take: (entry: WindowEntry) => boolean,
    upTo = Number.POSITIVE_INFINITY,
  ): Promise<number> {
    const { history, epoch, window } = this.#options;
    try {
      const end = Math.min(upTo, window.start);
      return await history.walk({ epoch: epoch(), after, upTo: end }, historyEntries, take, signal);
    } catch (error) {
      if (error instanceof LogGapError) throw new DeadQueueError(session.id);
      throw error;
    }
  }
}
