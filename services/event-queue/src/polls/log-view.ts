import { errors } from '@parley/core';
import { type Follower, LogGapError, sequenceOf } from '@parley/event-log';
import { parseQueueId } from '../domain/queue-id.ts';
import type { Window } from '../domain/window.ts';
import { createShared } from './shared-question.ts';

/** How far this replica is in the log, as polls need to know it. */
export type LogView = {
  /** Oldest position from which the window reads. */
  readonly start: number;
  /** Position merged. */
  readonly end: number;
  /** Waits a little when the log has begun anew and this replica is late. @throws BAD_EVENT_QUEUE_ID, UNAVAILABLE */
  knowsEpochOf(queueId: string, signal: AbortSignal): Promise<void>;
  /** Resolves once the event's entry was merged. @throws BAD_REQUEST when there is no such place in the log. */
  reach(eventId: number, signal: AbortSignal): Promise<void>;
  /** Whether everything committed before a write-ahead position was merged; waits for up to `waitMs`. */
  passed(lsn: number, waitMs: number, signal: AbortSignal): Promise<boolean>;
  /** The follower has moved: looks at who waits for that. */
  moved(): void;
};

export type LogViewOptions = {
  window: Window;
  follower: () => Follower;
  /** Highest commit position merged. */
  commitLsn: () => number;
  /** Last sequence of the current stream, asked of its leader. */
  lastSequence: () => Promise<number>;
  /** The current epoch, asked of its leader. */
  leaderEpoch: () => Promise<string | undefined>;
  now: () => number;
};

type Waiter = { holds: () => boolean; untilMs: number; done: (holds: boolean) => void };

/** Announcements come every 250 ms without a call: they are looked at this often, while somebody waits. */
const lookMs = 10;
/** A replica hears of a new epoch within a second. */
const epochWaitMs = 3_000;
/** Leaders are asked no more often, whatever clients send. */
const askPauseMs = 100;

/** How far this replica is, with those who wait for it to come further. */
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

  /** Whether it holds before the time is over; one timer looks for all who wait. */
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
      // Epochs sort by age. One that sorts later than ours may be what the log has begun with meanwhile.
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
    passed: (lsn, waitMs, signal) => wait(() => isPast(lsn), waitMs, signal),
    moved: look,
  };
}
