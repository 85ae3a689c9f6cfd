import { randomUUID } from 'node:crypto';
import { errors } from '@parley/core';

/** Who a call acts for. The owning service decides what they may do. */
export type Principal = { userId: number };

/** What travels with every call from the edge to the last service. */
export type Call = {
  /** Absent for calls of the system itself and for callers without credentials. */
  principal?: Principal;
  /** Name of the HTTP client (`website`, `ZulipMobile` …) for heuristics and the message's `client` field. */
  clientName: string;
  /** Network address of the client, where there is one: for limits and the audit log. */
  remoteAddress?: string;
  /** In every log line and in the body of every internal error. */
  requestId: string;
  /** W3C trace context. */
  traceparent?: string;
  /** Milliseconds since the Unix epoch. No work is done for the call after it. */
  deadline: number;
  signal: AbortSignal;
};

/** A call of the system itself (a worker, a cache fill), or for a person without a request at hand. */
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
