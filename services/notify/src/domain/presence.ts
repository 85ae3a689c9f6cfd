/** Decides from the activity of a person's clients whether the person is away. No I/O, no clock. */

/** Last activity of a person's clients, as other services report it. Times are in milliseconds since the Unix epoch. */
export type Activity = {
  /** When the person last used a client that reports presence; 0 for never. */
  activeAtMs: number;
  /** When a client that reports presence last reported that it is connected; 0 for never. */
  connectedAtMs: number;
  /** When a client last polled an event queue; 0 for never. */
  polledAtMs: number;
};

export const noActivity: Activity = { activeAtMs: 0, connectedAtMs: 0, polledAtMs: 0 };

/**
 * Returns when the person was last active. A client that reports presence knows whether the person uses it. So while such a
 * client is connected, polls of event queues do not count as activity.
 */
export function lastSeenMs(
  { activeAtMs, connectedAtMs, polledAtMs }: Activity,
  { nowMs, idleMs }: { nowMs: number; idleMs: number },
): number {
  const reportsPresence = nowMs - connectedAtMs <= Math.max(idleMs, presenceIntervalMs);
  return reportsPresence ? activeAtMs : Math.max(activeAtMs, polledAtMs);
}

/** In milliseconds. Clients report once a minute, and a report may be late. */
const presenceIntervalMs = 90_000;

/** `seen`: the person was active after the message. `waitUntilMs`: decide again at this time. */
export type Verdict = 'seen' | 'notify' | { waitUntilMs: number };

/** Not after use since the message was sent; otherwise after `idleMs` without activity. */
export function judge(
  sentAtMs: number,
  seenAtMs: number,
  { nowMs, idleMs }: { nowMs: number; idleMs: number },
): Verdict {
  if (seenAtMs >= sentAtMs) return 'seen';
  const awayAtMs = seenAtMs + idleMs;
  return awayAtMs <= nowMs ? 'notify' : { waitUntilMs: awayAtMs };
}
