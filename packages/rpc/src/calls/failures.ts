/**
 * How calls fail. These rules are the same for calls in a process and between processes, in frames, one by one, as streams and with bytes:
 *
 * - A handler's `ParleyError` arrives as it was thrown. Any other error arrives as `INTERNAL_ERROR`, without details (`writeError`).
 * - Whatever ends a call on its way is UNAVAILABLE: no replica, a lost connection, a passed deadline, an abort, a full server.
 * - Only UNAVAILABLE is temporary, and only temporary failures are repeated, if the method may be repeated, the caller still waits, and
 *   the deadline is not near (`repeatWhileUnavailable`). An organization is not created by waiting for it, so its absence is not
 *   temporary. In a process that stops, nothing is temporary, because no service starts there again.
 * - A caller that aborts a call, or whose deadline passes, fails at once. The signal of the handler aborts. A change that lost its
 *   connection must not be committed late (`requireConnection`).
 */
import { Metadata, type ServiceError, type StatusObject, status } from '@grpc/grpc-js';
import { backoff, errors, isNoOrganization, type ParleyError, sleep } from '@parley/core';
import type { Call } from './call.ts';

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

/**
 * Returns the failure of an attempt.
 * @param isUnavailable whether the call could not be answered now, as far as the caller knows
 */
export const failure = (reason: ParleyError, isUnavailable: boolean): Failure => ({
  reason,
  isTemporary: isUnavailable && !isNoOrganization(reason),
});

/** The reason with which a call is aborted at its handler when the caller no longer waits. */
export const wentAway = (): ParleyError => errors.unavailable('The caller went away.');

/** The error when the bytes of a call end before the last one. */
export const brokeOff = (): ParleyError => errors.unavailable('The bytes broke off.');

const lostConnections = new WeakSet<object>();

/** Returns the reason with which the signals of calls are aborted when the connection to their caller is lost. */
export function lostConnection(): ParleyError {
  const reason = wentAway();
  lostConnections.add(reason);
  return reason;
}

/**
 * Checks that the connection to the caller is not lost. Call it before the commit of an idempotent change that a later call can
 * overwrite. A caller that loses its connection repeats the call at another replica and may send newer calls there, which a late
 * commit would overwrite (docs/decisions/calls-in-frames.md).
 * @throws UNAVAILABLE when the connection is lost
 */
export function requireConnection({ signal }: Pick<Call, 'signal'>): void {
  if (signal.aborted && lostConnections.has(signal.reason)) throw signal.reason;
}

/** Returns the error of a failed call in the form of gRPC's client, but without the stack trace of the caller. */
export function serviceError({ code, details, metadata }: StatusObject): ServiceError {
  return Object.assign(new Error(`${code} ${status[code]}: ${details}`), { code, details, metadata });
}

const withoutDetails = (code: status, details: string): ServiceError =>
  serviceError({ code, details, metadata: new Metadata() });

export const cancelled = (): ServiceError => withoutDetails(status.CANCELLED, 'Cancelled on client');

export const late = (): ServiceError => withoutDetails(status.DEADLINE_EXCEEDED, 'The deadline passed.');

/** Returns the error of a call that its replica has not answered when the connection ended. */
export const lostReplica = (): ServiceError =>
  withoutDetails(status.UNAVAILABLE, 'The connection to the replica was lost.');

const notEncodable = 'Request message serialization failure';

/** Returns the error of a request with a value that does not fit into its field. */
export const badRequest = (error: Error): ServiceError =>
  withoutDetails(status.INTERNAL, `${notEncodable}: ${error.message}`);

/** Returns the error of an answer that is missing or cannot be decoded. */
export const badResponse = (details: string): ServiceError => withoutDetails(status.INTERNAL, details);

/** Returns what a status without a `ParleyError` means for the caller. */
export function meaningOf(error: ServiceError): ParleyError {
  switch (error.code) {
    case status.UNAVAILABLE:
    case status.DEADLINE_EXCEEDED:
    case status.RESOURCE_EXHAUSTED:
    case status.CANCELLED:
      return errors.unavailable();
    default: {
      // A value does not fit into its protobuf field. Most such requests are rejected earlier.
      if (error.details?.startsWith(notEncodable)) return errors.badRequest('A number is out of range');
      const internal = errors.internal();
      internal.cause = error;
      return internal;
    }
  }
}

export function statusOf(error: ParleyError): status {
  if (error.code === 'UNAVAILABLE') return status.UNAVAILABLE;
  if (error.code === 'RATE_LIMIT_HIT') return status.RESOURCE_EXHAUSTED;
  if (error.status === 401) return status.UNAUTHENTICATED;
  if (error.status === 403) return status.PERMISSION_DENIED;
  if (error.status === 404) return status.NOT_FOUND;
  return error.status >= 500 ? status.INTERNAL : status.FAILED_PRECONDITION;
}
