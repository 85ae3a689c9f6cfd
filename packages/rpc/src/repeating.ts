import { backoff, type ParleyError, sleep } from '@parley/core';
import type { Call } from './call.ts';

/** The failure of one attempt of a call. */
export type Failure = {
  readonly reason: ParleyError;
  /** Whether another attempt may succeed: the replica cannot answer now. */
  readonly isTemporary: boolean;
};

/**
 * Makes a call, and repeats it after growing delays while it fails temporarily. It gives up when the call may not be repeated, is
 * aborted, or reaches its deadline.
 * @throws the reason of the last failure
 */
export async function repeatWhileUnavailable(
  attempt: () => Promise<unknown>,
  { call, mayRetry, failureOf }: { call: Call; mayRetry: boolean; failureOf: (error: unknown) => Failure },
): Promise<unknown> {
  for (let attempts = 0; ; attempts++) {
    try {
      return await attempt();
    } catch (error) {
      const { reason, isTemporary } = failureOf(error);
      const delay = backoff(attempts, { baseMs: 10, maxMs: 250 });
      if (!mayRetry || !isTemporary || call.signal.aborted || Date.now() + delay >= call.deadline)
        throw reason;
      await sleep(delay, call.signal).catch(() => {
        throw reason;
      });
    }
  }
}
