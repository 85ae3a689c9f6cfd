import { sleep } from '@parley/core';
import type { Follower } from './follower.ts';

/** Pause between two polls while the log does not move, in milliseconds. */
const REST_MS = 5_000;
/** Time after the last entry of the log for which polls are not rare, in milliseconds. */
const BUSY_MS = 20_000;

/**
 * Pauses between polls for due work. Work is created by transactions that also emit events, so while the log does not
 * move, polls are rare. An entry of the log ends such a pause, whichever replica created the work.
 */
export class WorkPause {
  readonly #follower: Pick<Follower, 'position' | 'waitFor'>;
  readonly #busyPauseMs: number;
  readonly #signal: AbortSignal;
  #seen: number | undefined;
  #movedAtMs = Number.NEGATIVE_INFINITY;

  /** @param busyPauseMs pause in milliseconds while the log moves. If it is 5 s or more, each pause has this length. */
  constructor(follower: Pick<Follower, 'position' | 'waitFor'>, busyPauseMs: number, signal: AbortSignal) {
    this.#follower = follower;
    this.#busyPauseMs = busyPauseMs;
    this.#signal = signal;
  }

  /**
   * Waits until the next poll is due. It does not reject when the signal aborts.
   * @param dueInMs time until the next known work is due
   */
  async next(dueInMs = Number.POSITIVE_INFINITY): Promise<void> {
    const { sequence } = this.#follower.position;
    const nowMs = performance.now();
    if (this.#seen !== undefined && this.#seen !== sequence) this.#movedAtMs = nowMs;
    this.#seen = sequence;
    const over = new AbortController();
    const signal = AbortSignal.any([this.#signal, over.signal]);
    const isBusy = nowMs - this.#movedAtMs < BUSY_MS || dueInMs <= 0;
    if (isBusy || this.#busyPauseMs >= REST_MS) await pause(this.#busyPauseMs, signal);
    else {
      const moved = this.#follower.waitFor(sequence + 1, signal).catch(() => undefined);
      await Promise.race([pause(Math.min(REST_MS, dueInMs), signal), moved]);
    }
    over.abort();
  }
}

const pause = (ms: number, signal: AbortSignal): Promise<void> => sleep(ms, signal).catch(() => undefined);
