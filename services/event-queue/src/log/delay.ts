import type { Follower } from '@parley/event-log';

/**
 * Returns by how many milliseconds this replica is behind the log; 0 when it has read the log to its known end. Otherwise the
 * result is the age of the last event that was read, or the age of the relay's last announcement if that is lower. The last
 * event alone does not suffice, because it may be hours old when nothing happens.
 * @param committedAtMs commit time of the last event that was read, in milliseconds since the Unix epoch
 */
export function behindMs(
  follower: { caughtUp(): boolean; freshness: Pick<Follower['freshness'], 'ageMs'> },
  committedAtMs: number,
  nowMs: number,
): number {
  if (follower.caughtUp()) return 0;
  return Math.max(0, Math.min(nowMs - committedAtMs, follower.freshness.ageMs()));
}
