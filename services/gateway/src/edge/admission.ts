import { errors } from '@parley/core';
import { watchLag } from './lag.ts';
import { LatencyLimit } from './latency-limit.ts';

/** What a request is judged by before any work is spent on it. */
export type Arrival = { operation: string; isLongPoll: boolean; remoteAddress: string | undefined };

/** Decides whether a request is taken on. `enter` throws the error to answer with; else `leave` follows once. */
export type Admission = {
  enter(arrival: Arrival): void;
  /** `tookMs`: how long it took, where that says something about the load. */
  leave(arrival: Arrival, tookMs?: number): void;
};

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
  const refuse = (reason: ShedReason): never => {
    shed(reason);
    throw errors.unavailable('The server is overloaded. Please try again.');
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
    enter({ isLongPoll }) {
      if (lag.ms > limits.maxLagMs) refuse('lag');
      if (isLongPoll) {
        if (waiting >= limits.maxWaiting) refuse('polls');
        waiting++;
      } else {
        if (working >= adaptive.limit) refuse('requests');
        working++;
        adaptive.entered(working);
      }
    },
    leave({ isLongPoll }, tookMs) {
      if (isLongPoll) waiting--;
      else {
        working--;
        if (tookMs !== undefined) adaptive.finished(tookMs, performance.now());
      }
    },
    close: () => lag.stop(),
  };
}
