import { errors } from '@parley/core';
import { watchLag } from './lag.ts';
import { LatencyLimit, leastAtFirst } from './latency-limit.ts';

/** Admission control. `enter` throws the error to answer with; after it returned, `leave` is called once. */
export type Admission = {
  /** Returns why a request must be refused now, and counts the refusal; undefined admits it. */
  refuse(isLongPoll: boolean): ShedReason | undefined;
  /** Admits a request. @returns the upper bound of how long it waited to be read, in milliseconds */
  enter(isLongPoll: boolean): number;
  /** `tookMs`: its duration; absent when the duration says nothing about the load. */
  leave(isLongPoll: boolean, tookMs?: number): void;
};

/** Returns the answer to a request that is shed. */
export const overloaded = () => errors.unavailable('The server is overloaded. Please try again.');

/** Why a request is shed: too many requests, too many waiting polls, or an event loop that lags. */
export type ShedReason = 'requests' | 'polls' | 'lag';

export type InFlight = Admission & {
  readonly working: number;
  readonly waiting: number;
  /** Number of ordinary requests that are admitted concurrently now. */
  readonly limit: number;
  close(): void;
};

export type LoadLimits = {
  maxWorking: number;
  maxWaiting: number;
  /** Target of the median duration; while it is exceeded, the limit falls. */
  targetMs: number;
  /** Largest accepted lag of the event loop. */
  maxLagMs: number;
};

/**
 * Creates the admission control: admits at most `maxWaiting` long-polls and `maxWorking` ordinary requests, fewer while
 * services answer slowly, and none while the event loop lags. Excess requests get 503 at once instead of slowing down
 * all others.
 */
export function createAdmission(
  limits: LoadLimits,
  shed: (reason: ShedReason) => void = () => undefined,
  lag = watchLag(),
): InFlight {
  const adaptive = new LatencyLimit({ max: limits.maxWorking, targetMs: limits.targetMs });
  let working = 0;
  let waiting = 0;
  const reasonAgainst = (isLongPoll: boolean): ShedReason | undefined => {
    // After a pause with few requests the backlog is short, so it is served.
    if (working >= leastAtFirst && lag.ms > limits.maxLagMs) return 'lag';
    if (isLongPoll) return waiting >= limits.maxWaiting ? 'polls' : undefined;
    return working >= adaptive.limit ? 'requests' : undefined;
  };
  const refuse = (isLongPoll: boolean): ShedReason | undefined => {
    const reason = reasonAgainst(isLongPoll);
    if (reason !== undefined) shed(reason);
    return reason;
  };
  return {
    get working() {
      return working;
    },
    get waiting() {
      return waiting;
    },
    get limit() {
      return adaptive.limit;
    },
    refuse,
    enter(isLongPoll) {
      if (refuse(isLongPoll) !== undefined) throw overloaded();
      if (isLongPoll) waiting++;
      else {
        working++;
        adaptive.entered(working);
      }
      return lag.ms;
    },
    leave(isLongPoll, tookMs) {
      if (isLongPoll) waiting--;
      else {
        working--;
        if (tookMs !== undefined) adaptive.finished(tookMs, performance.now());
      }
    },
    close: () => lag.stop(),
  };
}
