import { errors } from '@parley/core';
import { type Follower, LogGapError, sequenceOf } from '@parley/event-log';
import { parseQueueId } from '../domain/queue-id.ts';
import type { Window } from '../domain/window.ts';
import { createShared } from './shared-question.ts';

/** The position of this replica in the log, as far as polls depend on it. */
export type LogView = {
  /** The oldest position from which the window can be read. */
  readonly start: number;
  /** The position up to which the log is merged. */
  readonly end: number;
  /**
   * Waits until this replica knows the epoch of a queue ID, when that epoch may be new.
   * @throws BAD_EVENT_QUEUE_ID, UNAVAILABLE
   */
  knowsEpochOf(queueId: string, signal: AbortSignal): Promise<void>;
  /** Resolves when the entry of an event is merged. @throws BAD_REQUEST when the log has no such position */
  reach(eventId: number, signal: AbortSignal): Promise<void>;
  /**
   * Returns whether everything that was committed before a write-ahead position is merged. Waits for up to `waitMs`.
   */
  passed(lsn: number, waitMs: number, signal: AbortSignal): Promise<boolean>;
  /** Resolves the waiters whose condition is true now. It must be called when the follower has advanced. */
  moved(): void;
};

export type LogViewOptions = {
  window: Window;
  follower: () => Follower;
  /** Returns the highest commit position that is merged. */
  commitLsn: () => number;
  /** Returns the last sequence of the current stream, from its leader. */
  lastSequence: () => Promise<number>;
  /** Returns the current epoch, from its leader. */
  leaderEpoch: () => Promise<string | undefined>;
  now: () => number;
};

type Waiter = { holds: () => boolean; untilMs: number; done: (holds: boolean) => void };

/**
 * Interval in which waiters are checked, milliseconds. It is needed because announcements of the relay arrive without a
 * call of `moved`.
 */
const lookMs = 10;
/** Maximum wait for a new epoch, milliseconds. A replica notices a new epoch within a second. */
const epochWaitMs = 3_000;
/** Minimum time between two requests to a stream leader in milliseconds, whatever clients send. */
const askPauseMs = 100;

/** Creates the view, with the waiters for later positions. */
export function createLogView(options: LogViewOptions): LogView {
  const { window, now } = options;
  let waiters: Waiter[] = [];
  let timer: NodeJS.Timeout | undefined;

  const lastSequence = createShared(options.lastSequence, askPauseMs, now);
  const leaderEpoch = createShared(options.leaderEpoch, askPauseMs, now);
  const isPast = (lsn: number) => options.commitLsn() >= lsn || options.follower().freshness.lsn() >= lsn;

  function look(): void {
    const nowMs = now();
    waiters = waiters.filter((waiter) => {
      const holds = waiter.holds();
      if (holds || waiter.untilMs <= nowMs) waiter.done(holds);
      return !holds && waiter.untilMs > nowMs;
    });
    if (waiters.length === 0) {
      clearInterval(timer);
      timer = undefined;
    }
  }

  /** Resolves with whether the condition becomes true in time. One timer serves all waiters. */
  function wait(holds: () => boolean, waitMs: number, signal: AbortSignal): Promise<boolean> {
    if (holds()) return Promise.resolve(true);
    if (waitMs <= 0 || signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onAbort = () => {
        waiters = waiters.filter((other) => other !== waiter);
        resolve(false);
      };
      const waiter: Waiter = {
        holds,
        untilMs: now() + waitMs,
        done: (answer) => {
          signal.removeEventListener('abort', onAbort);
          resolve(answer);
        },
      };
      waiters.push(waiter);
      signal.addEventListener('abort', onAbort);
      timer ??= setInterval(look, lookMs);
    });
  }

  return {
    get start() {
      return window.start;
    },
    get end() {
      return window.end;
    },
    async knowsEpochOf(queueId, signal) {
      const epoch = parseQueueId(queueId)?.epoch;
      const current = () => options.follower().position.epoch;
      if (epoch !== undefined && epoch === current()) return;
      // Epochs sort by age, so a later one may be a new epoch that this replica does not follow yet.
      const isNewer = epoch !== undefined && epoch > current();
      if (!isNewer || (await leaderEpoch()) !== epoch) throw errors.badEventQueueId(queueId);
      if (!(await wait(() => current() === epoch, epochWaitMs, signal))) throw errors.unavailable();
    },
    async reach(eventId, signal) {
      const sequence = sequenceOf(eventId);
      const follower = options.follower();
      if (sequence > follower.head && sequence > (await lastSequence())) {
        throw errors.badRequest('last_event_id is beyond the newest event');
      }
      try {
        await follower.waitFor(sequence, signal);
      } catch (error) {
        if (error instanceof LogGapError) throw errors.unavailable();
        throw error;
      }
    },
    passed(lsn, waitMs, signal) {
      if (!isPast(lsn)) options.follower().freshness.ask();
      return wait(() => isPast(lsn), waitMs, signal);
    },
    moved: look,
  };
}
