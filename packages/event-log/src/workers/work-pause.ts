import { rest, sleep } from '@parley/core';
import type { Follower } from '../reading/follower.ts';

/** Pause between two polls while the log has no new entries, in milliseconds. */
const REST_MS = 5_000;
/** How long after the last entry of the log polls stay frequent, in milliseconds. */
const BUSY_MS = 20_000;

/**
 * Pauses between polls for due work in the database. Every transaction that creates work also emits events, which the process's
 * follower reads from the log. So polls are rare while the log has no new entries. A new entry ends such a pause, also when another
 * replica has created the work.
 */
export class WorkPause {
  readonly #follower: Pick<Follower, 'position' | 'waitFor'>;
  readonly #busyPauseMs: number;
  readonly #signal: AbortSignal;
  #seen: number | undefined;
  #movedAtMs = Number.NEGATIVE_INFINITY;

  /** @param busyPauseMs pause in milliseconds while the log has new entries. If it is 5 s or more, all pauses have this length */
  constructor(follower: Pick<Follower, 'position' | 'waitFor'>, busyPauseMs: number, signal: AbortSignal) {
    this.#follower = follower;
    this.#busyPauseMs = busyPauseMs;
    this.#signal = signal;
  }

  /**
   * Waits until the next poll. Resolves early when the signal aborts.
   * @param dueInMs time in milliseconds until known work is due. While the log is quiet, the pause ends at that time at the latest
   */
  async next(dueInMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { sequence } = this.#follower.position;
    const nowMs = performance.now();
    if (this.#seen !== undefined && this.#seen !== sequence) this.#movedAtMs = nowMs;
    this.#seen = sequence;
    const isBusy = nowMs - this.#movedAtMs < BUSY_MS || dueInMs <= 0;
    if (isBusy || this.#busyPauseMs >= REST_MS) return ended(rest(this.#busyPauseMs, this.#signal));
    const over = new AbortController();
    const signal = AbortSignal.any([this.#signal, over.signal]);
    const moved = this.#follower.waitFor(sequence + 1, signal).catch(() => undefined);
    // Work that is due at a known time is not late.
    const resting = dueInMs < REST_MS ? sleep(dueInMs, signal) : rest(REST_MS, signal);
    await Promise.race([ended(resting), moved]);
    over.abort(pauseIsOver);
  }
}

/** Shared: the exception that an abort makes without a reason costs more than the rest of a pause. */
const pauseIsOver = new Error('The pause is over.');

const ended = (pause: Promise<void>): Promise<void> => pause.catch(() => undefined);
