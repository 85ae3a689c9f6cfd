import { errors } from '@parley/core';
import { watchLag } from './lag.ts';
import { LatencyLimit, leastAtFirst } from './latency-limit.ts';

/** Decides whether a request is taken on. `enter` throws the error to answer with; else `leave` follows once. */
export type Admission = {
  /** Refuses a request that must not be taken now, and counts it. @returns why; undefined when it may be taken */
  refuse(isLongPoll: boolean): ShedReason | undefined;
  /** Takes a request on. @returns how long it had waited to be read, at most, milliseconds */
  enter(isLongPoll: boolean): number;
  /** `tookMs`: how long it took, where that says something about the load. */
  leave(isLongPoll: boolean, tookMs?: number): void;
};

/** What a request that is shed is answered. */
export const overloaded = () => errors.unavailable('The server is overloaded. Please try again.');

/** Why a request is refused: too many at once, too many that wait, or a process that lags behind its clock. */
export type ShedReason = 'requests' | 'polls' | 'lag';

export type InFlight = Admission & {
  readonly working: number;
  readonly waiting: number;
  /** Ordinary requests that are taken at once at the moment. */
  readonly limit: number;
  close(): void;
};

export type LoadLimits = {
  maxWorking: number;
  maxWaiting: number;
  /** Half of the requests should take less; else fewer are taken at once. */
  targetMs: number;
  /** The event loop may be so far behind its clock. */
  maxLagMs: number;
};

/**
 * Sheds load: at most `maxWaiting` long-polls and `maxWorking` ordinary requests at once, fewer when the services
 * behind take them slowly, and none while the process itself lags. What is over gets 503 at once and may come
 * again, instead of making everybody slow.
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
    // A pause with little to do makes nobody wait for long: what came meanwhile is served.
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
