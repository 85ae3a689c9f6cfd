import { errors } from '@parley/core';
import { watchLag } from './lag.ts';
import { LatencyLimit, leastAtFirst } from './latency-limit.ts';

/** Admission control. `enter` throws the error to answer with. After it has returned, `leave` must be called once. */
export type Admission = {
  /** Returns the reason for refusing a request now, and counts the refusal; undefined when the request is admitted. */
  refuse(isLongPoll: boolean): ShedReason | undefined;
  /** Admits a request. @returns upper bound of the time that it waited before it was read, in milliseconds */
  enter(isLongPoll: boolean): number;
  /** Ends a request. `tookMs` is its duration; absent when the duration does not depend on the load. */
  leave(isLongPoll: boolean, tookMs?: number): void;
};

/** Returns the error for a request that is shed. */
export const overloaded = () => errors.unavailable('The server is overloaded. Please try again.');

/** The reason for which a request is shed: too many requests, too many waiting polls, or a lagging event loop. */
export type ShedReason = 'requests' | 'polls' | 'lag';

export type InFlight = Admission & {
  readonly working: number;
  readonly waiting: number;
  /** Number of ordinary requests that may run concurrently at this time. */
  readonly limit: number;
  close(): void;
};

export type LoadLimits = {
  maxWorking: number;
  maxWaiting: number;
  /** Target of the median duration in milliseconds. While it is exceeded, the limit falls. */
  targetMs: number;
  /** Maximum accepted lag of the event loop in milliseconds. */
  maxLagMs: number;
};

/**
 * Creates the admission control. It admits at most `maxWaiting` long-polls and `maxWorking` ordinary requests, fewer
 * while services answer slowly, and none while the event loop lags. Excess requests get 503 immediately instead of
 * slowing down all others.
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
    // While few requests run, the backlog is short, so requests are served even after a pause of the process.
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
      lag.touch();
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
