import { errors } from '@parley/core';
import { type Follower, LogGapError, sequenceOf } from '@parley/event-log';
import { parseQueueId } from '../domain/queue-id.ts';
import type { Window } from '../domain/window.ts';
import { createShared } from './shared-question.ts';

/** The state of the log at this replica that polls need to know. */
export type LogView = {
  /** Position after which all events are in the window in memory. */
  readonly start: number;
  readonly end: number;
  /** Waits until this replica follows a new epoch. @throws BAD_EVENT_QUEUE_ID for another epoch; UNAVAILABLE */
  knowsEpochOf(queueId: string, signal: AbortSignal): Promise<void>;
  /** @throws BAD_REQUEST beyond the end of the log; UNAVAILABLE for a new epoch, or without NATS */
  reach(eventId: number, signal: AbortSignal): Promise<void>;
  /** Everything that was committed before a WAL position (`lsn`). Waits up to `waitMs` for that. */
  passed(lsn: number, waitMs: number, signal: AbortSignal): Promise<boolean>;
  /** Checks the conditions of all waiting calls. Must be called after each advance in the log. */
  moved(): void;
};

export type LogViewOptions = {
  window: Window;
  follower: () => Follower;
  /** Returns the highest commit position (LSN) up to which the log was read. */
  commitLsn: () => number;
  /** Asks the stream's leader for the sequence number of the last entry. */
  lastSequence: () => Promise<number>;
  /** Asks the stream's leader for the current epoch. */
  leaderEpoch: () => Promise<string | undefined>;
  now: () => number;
};

type Waiter = { holds: () => boolean; untilMs: number; done: (holds: boolean) => void };

/** In milliseconds, besides `moved`: nobody calls `moved` for announcements of the relay. */
const lookMs = 10;
/** Maximum time to wait for a new epoch, in milliseconds. A replica normally detects one within a second. */
const epochWaitMs = 3_000;
/** In milliseconds, to a stream's leader. Protects it from clients that send invalid positions or queue IDs. */
const askPauseMs = 100;

/** Creates the view of the log. It keeps a list of calls that wait: `passed` for a position, `knowsEpochOf` for a new epoch. */
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

  /** False when that takes longer than `waitMs`, or when the signal aborts. All calls share one timer. */
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
      // Later epochs have greater names, so an epoch that is greater than the current one may be new.
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
