/**
 * Outcome of a notification to one phone. `gone`: the push service does not know the phone any more. `refused`: no
 * retry can succeed. `later`: a retry may.
 */
export type PhoneOutcome =
  | { kind: 'accepted' | 'refused'; detail: string }
  /** `since`: when the push service noticed it, milliseconds since the Unix epoch. */
  | { kind: 'gone'; detail: string; since?: number }
  | Later;

type Later = {
  kind: 'later';
  detail: string;
  /** The service did not answer. */
  isUnanswered: boolean;
  /** The service does not accept the credentials of this server. */
  isMisconfigured?: boolean;
  /** The least time to wait, 0 for none. */
  retryAfterMs: number;
};

/** Returns the outcome of an attempt that is to be repeated. */
export const laterAfter = (detail: string, retryAfterMs: number): Later => ({
  kind: 'later',
  detail,
  isUnanswered: false,
  retryAfterMs,
});

/** Returns the outcome of a request that got no answer. */
export const noAnswer = (error: unknown): Later => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const detail = cause instanceof Error ? cause.message : String(cause);
  return { kind: 'later', detail, isUnanswered: true, retryAfterMs: 0 };
};

/** Parses the header `Retry-After`: seconds or a date; 0 without one. */
export function retryAfterMsOf(value: string | undefined, nowMs: number): number {
  if (!value) return 0;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}
