import { errors } from '@parley/core';

/** What a request is judged by before any work is spent on it. */
export type Arrival = { operation: string; isLongPoll: boolean; remoteAddress: string | undefined };

/** Decides whether a request is taken on. `enter` throws the error to answer with; else `leave` follows once. */
export type Admission = {
  enter(arrival: Arrival): void;
  leave(arrival: Arrival): void;
};

export type InFlight = Admission & {
  readonly working: number;
  readonly waiting: number;
};

/**
 * Sheds load: at most `maxWorking` ordinary requests and `maxWaiting` long-polls at once. What is over gets 503
 * at once and may come again, instead of making everybody slow.
 */
export function createInFlightLimit(limits: { maxWorking: number; maxWaiting: number }): InFlight {
  let working = 0;
  let waiting = 0;
  const overloaded = () => errors.unavailable('The server is overloaded. Please try again.');
  return {
    get working() {
      return working;
    },
    get waiting() {
      return waiting;
    },
    enter({ isLongPoll }) {
      if (isLongPoll ? waiting >= limits.maxWaiting : working >= limits.maxWorking) throw overloaded();
      if (isLongPoll) waiting++;
      else working++;
    },
    leave({ isLongPoll }) {
      if (isLongPoll) waiting--;
      else working--;
    },
  };
}
