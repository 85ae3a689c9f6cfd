/** `gone`: the push service no longer knows the phone. `refused`: a retry cannot succeed. `later`: it may. */
export type PhoneOutcome =
  | { kind: 'accepted' | 'refused'; detail: string }
  /** `since`: when the push service noticed that the token is invalid, in milliseconds since the Unix epoch. */
  | { kind: 'gone'; detail: string; since?: number }
  | Later;

type Later = {
  kind: 'later';
  detail: string;
  /** Whether the service did not answer at all. */
  isUnanswered: boolean;
  /** Whether an operator must fix the problem, such as credentials that the service does not accept. */
  isMisconfigured?: boolean;
  /** Minimum delay before a retry, in milliseconds; 0 for none. */
  retryAfterMs: number;
};

export const laterAfter = (detail: string, retryAfterMs: number): Later => ({
  kind: 'later',
  detail,
  isUnanswered: false,
  retryAfterMs,
});

/** Returns the outcome of a request without a response. */
export const noAnswer = (error: unknown): Later => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const detail = cause instanceof Error ? cause.message : String(cause);
  return { kind: 'later', detail, isUnanswered: true, retryAfterMs: 0 };
};

/** Seconds or a date. Returns milliseconds from now; 0 when it is absent or invalid. */
export function retryAfterMsOf(value: string | undefined, nowMs: number): number {
  if (!value) return 0;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000);
  const date = Date.parse(value);
  return Number.isNaN(date) ? 0 : Math.max(0, date - nowMs);
}
