import { endOf, type Follower } from '@parley/event-log';
import type { LogPosition } from '../context.ts';

/**
 * Returns the newest position up to which a follower has read the log; undefined while that may be more than a second behind
 * the log's end.
 */
export function newestPosition(follower: Follower | undefined): LogPosition | undefined {
  if (!follower?.caughtUp() || !follower.freshness.isFresh()) return undefined;
  const { epoch, sequence } = follower.position;
  return { epoch, startEventId: endOf(sequence) };
}
