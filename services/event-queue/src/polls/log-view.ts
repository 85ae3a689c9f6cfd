import { errors } from '@parley/core';
import { type Follower, LogGapError, sequenceOf } from '@parley/event-log';
import { parseQueueId } from '../domain/queue-id.ts';
import type { Window } from '../domain/window.ts';
import { createShared } from './shared-question.ts';

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

/**
 * The state of the log at this replica that polls need to know. It keeps a list of calls that wait: `passed` for a position,
 * `knowsEpochOf` for a new epoch.
 */
export class LogView {
  readonly #options: LogViewOptions;
  readonly #lastSequence: () => Promise<number>;
  readonly #leaderEpoch: () => Promise<string | undefined>;
  #waiters: Waiter[] = [];
  /** All calls that wait share one timer. */
  #timer: NodeJS.Timeout | undefined;

  constructor(options: LogViewOptions) {
    this.#options = options;
    this.#lastSequence = createShared(options.lastSequence, askPauseMs, options.now);
    this.#leaderEpoch = createShared(options.leaderEpoch, askPauseMs, options.now);
  }

  /** Position after which all events are in the window in memory. */
  get start(): number {
    return this.#options.window.start;
  }

  get end(): number {
    return this.#options.window.end;
  }

  /** Waits until this replica follows a new epoch. @throws BAD_EVENT_QUEUE_ID for another epoch; UNAVAILABLE */
  async knowsEpochOf(queueId: string, signal: AbortSignal): Promise<void> {
    const epoch = parseQueueId(queueId)?.epoch;
    const current = () => this.#options.follower().position.epoch;
    if (epoch !== undefined && epoch === current()) return;
    // Later epochs have greater names, so an epoch that is greater than the current one may be new.
    const isNewer = epoch !== undefined && epoch > current();
    if (!isNewer || (await this.#leaderEpoch()) !== epoch) throw errors.badEventQueueId(queueId);
    if (!(await this.#wait(() => current() === epoch, epochWaitMs, signal))) throw errors.unavailable();
  }

  /** @throws BAD_REQUEST beyond the end of the log; UNAVAILABLE for a new epoch, or without NATS */
  async reach(eventId: number, signal: AbortSignal): Promise<void> {
    const sequence = sequenceOf(eventId);
    const follower = this.#options.follower();
    if (sequence > follower.head && sequence > (await this.#lastSequence())) {
      throw errors.badRequest('last_event_id is beyond the newest event');
    }
    try {
      await follower.waitFor(sequence, signal);
    } catch (error) {
      if (error instanceof LogGapError) throw errors.unavailable();
      throw error;
    }
  }

  /** Everything that was committed before a WAL position (`lsn`). Waits up to `waitMs` for that. */
  passed(lsn: number, waitMs: number, signal: AbortSignal): Promise<boolean> {
    const { commitLsn, follower } = this.#options;
    const isPast = () => commitLsn() >= lsn || follower().freshness.lsn() >= lsn;
    if (!isPast()) follower().freshness.ask();
    return this.#wait(isPast, waitMs, signal);
  }

  /** Checks the conditions of all waiting calls. Must be called after each advance in the log. */
  moved(): void {
    const nowMs = this.#options.now();
    this.#waiters = this.#waiters.filter((waiter) => {
      const holds = waiter.holds();
      if (holds || waiter.untilMs <= nowMs) waiter.done(holds);
      return !holds && waiter.untilMs > nowMs;
    });
    if (this.#waiters.length === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
  }

  /** False when that takes longer than `waitMs`, or when the signal aborts. */
  #wait(holds: () => boolean, waitMs: number, signal: AbortSignal): Promise<boolean> {
    if (holds()) return Promise.resolve(true);
    if (waitMs <= 0 || signal.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const onAbort = () => {
        this.#waiters = this.#waiters.filter((other) => other !== waiter);
        resolve(false);
      };
      const waiter: Waiter = {
        holds,
        untilMs: this.#options.now() + waitMs,
        done: (answer) => {
          signal.removeEventListener('abort', onAbort);
          resolve(answer);
        },
      };
      this.#waiters.push(waiter);
      signal.addEventListener('abort', onAbort);
      this.#timer ??= setInterval(() => this.moved(), lookMs);
    });
  }
}
