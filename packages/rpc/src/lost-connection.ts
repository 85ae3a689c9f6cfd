import { errors, type ParleyError } from '@parley/core';
import type { Call } from './call.ts';

const reasons = new WeakSet<object>();

/** Returns the reason with which the signals of calls are aborted when the connection to their caller is lost. */
export function lostConnection(): ParleyError {
  const reason = errors.unavailable('The caller went away.');
  reasons.add(reason);
  return reason;
}

/**
 * Checks that the connection to the caller of a call has not been lost. Check it before the commit of a change that later calls
 * may change again: a caller without a connection sends an idempotent call to another replica, and newer calls after it.
 * @throws UNAVAILABLE when the connection was lost
 */
export function requireConnection({ signal }: Pick<Call, 'signal'>): void {
  if (signal.aborted && reasons.has(signal.reason)) throw signal.reason;
}
