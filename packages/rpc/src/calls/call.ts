import { randomUUID } from 'node:crypto';
import { errors, type Visitor, visitor } from '@parley/core';
import type { KeyScope, UserId } from '@parley/rules';

/** The authenticated user for whom a call is made. The service that owns the data checks this user's permissions. */
export type Principal = {
  userId: UserId;
  /** The user's browser session; undefined for API keys and background calls. */
  sessionId?: number;
  /** Limits of the API key that made the request; undefined for a key without limits, sessions and background calls. */
  keyScope?: KeyScope;
  /**
   * SHA-256 of the API key that made the request, in base64, with which user-admin checks that the key has not ended. Undefined for
   * sessions and background calls, and in calls of a gateway of the previous release.
   */
  keySha256?: string;
};

/**
 * A position in the event log: the call must see everything up to and including this entry. `unknown` means that the position could
 * not be determined; the service then asks the services that own the data instead of its caches.
 */
export type SeenUpTo = { epoch: string; sequence: number } | 'unknown';

/** A user's report that a client is connected. `isActive`: the person uses it. `at`: seconds since the Unix epoch. */
export type PresenceReport = { isActive: boolean; at: number };

/** The context of a call. A service that handles the call passes its context on with the calls that it makes itself. */
export type Call = {
  /**
   * The authenticated user, or a visitor: a client without credentials. Undefined for calls of the server itself and of operators,
   * who need no permission. A gateway of the previous release leaves it undefined for visitors, too.
   */
  principal?: Principal | Visitor;
  /** Name of the HTTP client (`website`, `ZulipMobile` and so on). Messages contain it, and some rules depend on it. */
  clientName: string;
  /** Browser and system of the client, such as `Firefox on Windows`, for lists of sessions and mails; undefined for other programs. */
  program?: string;
  /** Network address of the client, for rate limits and the audit log; undefined when it is unknown. */
  remoteAddress?: string;
  /** ID of the request. Log lines and the bodies of internal errors contain it. */
  requestId: string;
  /** Set when the user has written something recently, so that the call sees it (docs/decisions/read-your-writes.md). */
  after?: SeenUpTo;
  /** The user's last presence report, which may not be in the log yet. */
  presence?: PresenceReport;
  /** W3C trace context (`traceparent`). */
  traceparent?: string;
  /** Deadline in milliseconds since the Unix epoch. Services stop working on the call after it. */
  deadline: number;
  signal: AbortSignal;
};

/** Deadline of a call that arrives without one, in milliseconds. */
export const defaultTimeoutMs = 60_000;

/** Returns a call that belongs to no request: of a worker or a cache, or with `principal` on behalf of a user. */
export function backgroundCall(
  options: { timeoutMs?: number; principal?: Principal | Visitor; signal?: AbortSignal } = {},
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

/** Returns the authenticated user of a call; undefined for visitors, operators and the server itself. */
export const personOf = ({ principal }: Pick<Call, 'principal'>): Principal | undefined =>
  principal === visitor ? undefined : principal;

/** Returns the authenticated user of a call. @throws UNAUTHORIZED when there is none */
export function requirePrincipal(call: Call): Principal {
  const person = personOf(call);
  if (!person) throw errors.unauthorized();
  return person;
}

/** Returns whether a call comes from the server itself or an operator, and neither from a person nor from a visitor. */
export const isOfOperator = ({ principal }: Pick<Call, 'principal'>): boolean => principal === undefined;

/**
 * Checks that a call comes from the server itself or an operator.
 * @throws UNAUTHORIZED_PRINCIPAL for a person or a visitor
 */
export function requireOperator(call: Pick<Call, 'principal'>): void {
  if (!isOfOperator(call)) throw errors.unauthorizedPrincipal('This is for operators of the server.');
}
