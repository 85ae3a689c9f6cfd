import type { Follower } from '@parley/event-log';

/**
 * Returns how many milliseconds the merged part of the log is behind; 0 when everything that is known to be in the log
 * is merged. Otherwise it is the age of the last merged event, or of the relay's last announcement when that is
 * younger, because the last event may be hours old.
 * @param committedAtMs commit time of the last merged event, in milliseconds since the Unix epoch
 */
export function behindMs(
  follower: { caughtUp(): boolean; freshness: Pick<Follower['freshness'], 'ageMs'> },
  committedAtMs: number,
  nowMs: number,
): number {
  if (follower.caughtUp()) return 0;
  return Math.max(0, Math.min(nowMs - committedAtMs, follower.freshness.ageMs()));
}
