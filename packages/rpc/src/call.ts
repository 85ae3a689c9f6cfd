import { randomUUID } from 'node:crypto';
import { errors } from '@parley/core';

/**
 * The authenticated caller on whose behalf a call is made. The service that owns the data checks the caller's
 * permissions.
 */
export type Principal = {
  userId: number;
  /** The browser session that makes the call; absent for API keys and background calls. */
  sessionId?: number;
};

/**
 * Position of the log that a call must see: everything up to and including this entry. `unknown` when the position
 * could not be determined; facts then come from their owners.
 */
export type SeenUpTo = { epoch: string; sequence: number } | 'unknown';

/** A user's report that one of their clients is connected. `at` is in seconds since the Unix epoch. */
export type PresenceReport = { isActive: boolean; at: number };

/** The context of a call. It is passed from the gateway to the last service. */
export type Call = {
  /** Absent for calls of the system itself and for callers without credentials. */
  principal?: Principal;
  /**
   * Name of the HTTP client (`website`, `ZulipMobile` and so on). It is used for heuristics and for the `client` of
   * messages.
   */
  clientName: string;
  /** Network address of the client, when it is known. It is used for limits and the audit log. */
  remoteAddress?: string;
  /** ID of the request. Every log line and the body of every internal error contain it. */
  requestId: string;
  /** Set when the caller wrote something recently (docs/decisions/read-your-writes.md). */
  after?: SeenUpTo;
  /** The presence that the caller reported last. The log does not contain it. */
  presence?: PresenceReport;
  /** W3C trace context. */
  traceparent?: string;
  /** Deadline in milliseconds since the Unix epoch. No work is done for the call after it. */
  deadline: number;
  signal: AbortSignal;
};

/**
 * Returns a call that belongs to no request: of the system itself (a worker, a cache fill), or on behalf of a person.
 */
export function backgroundCall(
  options: { timeoutMs?: number; principal?: Principal; signal?: AbortSignal } = {},
): Call {
  const timeoutMs = options.timeoutMs ?? 10_000;
  const timeout = AbortSignal.timeout(timeoutMs);
  return {
    ...(options.principal && { principal: options.principal }),
    clientName: 'internal',
    requestId: randomUUID(),
    deadline: Date.now() + timeoutMs,
    signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
  };
}

/** Returns the user on whose behalf the call acts. @throws UNAUTHORIZED without credentials */
export function requirePrincipal({ principal }: Call): Principal {
  if (!principal) throw errors.unauthorized();
  return principal;
}
