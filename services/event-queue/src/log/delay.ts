import type { Follower } from '@parley/event-log';

/**
 * Milliseconds by which what was merged is behind; 0 while everything that is known to be in the log was merged.
 * While there is more, or no connection, nobody here has heard of what was committed since the last event merged. In a
 * quiet hour that event may be old: then the relay's last announcement that counts says how late it is.
 * @param committedAtMs when the last event merged was committed, since the epoch of Unix
 */
export function behindMs(
  follower: { caughtUp(): boolean; freshness: Pick<Follower['freshness'], 'ageMs'> },
  committedAtMs: number,
  nowMs: number,
): number {
  if (follower.caughtUp()) return 0;
  return Math.max(0, Math.min(nowMs - committedAtMs, follower.freshness.ageMs()));
}
