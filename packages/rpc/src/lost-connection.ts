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
 * Checks that the connection to the caller is not lost. Call it before the commit of an idempotent change that a later call can
 * overwrite. A caller that loses its connection repeats the call at another replica and may send newer calls there, which a late
 * commit would overwrite (docs/decisions/calls-in-frames.md).
 * @throws UNAVAILABLE when the connection is lost
 */
export function requireConnection({ signal }: Pick<Call, 'signal'>): void {
  if (signal.aborted && reasons.has(signal.reason)) throw signal.reason;
}
