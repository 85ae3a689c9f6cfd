/** When a person is away. No I/O, no clock. */

/** Activity of a person's clients, as services know it. Times are in milliseconds since the Unix epoch. */
export type Activity = {
  /** When the person last used a client that reports presence; 0 for never. */
  activeAtMs: number;
  /** When such a client last reported that it is connected; 0 for never. */
  connectedAtMs: number;
  /** When a client last polled an event queue; 0 for never. */
  polledAtMs: number;
};

export const noActivity: Activity = { activeAtMs: 0, connectedAtMs: 0, polledAtMs: 0 };

/**
 * Returns when the person was last active. A client that reports presence knows whether the person uses it. So while
 * such a client is connected, a poll does not count as activity.
 */
export function lastSeenMs(
  { activeAtMs, connectedAtMs, polledAtMs }: Activity,
  { nowMs, idleMs }: { nowMs: number; idleMs: number },
): number {
  const reportsPresence = nowMs - connectedAtMs <= Math.max(idleMs, presenceIntervalMs);
  return reportsPresence ? activeAtMs : Math.max(activeAtMs, polledAtMs);
}

/** Clients report presence once a minute; a report counts somewhat longer. */
const presenceIntervalMs = 90_000;

/**
 * Decision about a message that a person has not read: the person was active (`seen`), is to be notified now, or may
 * have to be notified later (`waitUntilMs`).
 */
export type Verdict = 'seen' | 'notify' | { waitUntilMs: number };

/**
 * Decides whether a person is notified of an unread message: not when they used a client after it was sent, otherwise
 * once they have been away for `idleMs`.
 */
export function judge(
  sentAtMs: number,
  seenAtMs: number,
  { nowMs, idleMs }: { nowMs: number; idleMs: number },
): Verdict {
  if (seenAtMs >= sentAtMs) return 'seen';
  const awayAtMs = seenAtMs + idleMs;
  return awayAtMs <= nowMs ? 'notify' : { waitUntilMs: awayAtMs };
}
