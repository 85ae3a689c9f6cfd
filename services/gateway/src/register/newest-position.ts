import { endOf, type Follower } from '@parley/event-log';
import type { LogPosition } from '../context.ts';

/** Returns the newest position that a follower has merged; undefined while it may be more than a second behind. */
export function newestPosition(follower: Follower | undefined): LogPosition | undefined {
  if (!follower?.caughtUp() || !follower.freshness.isFresh()) return undefined;
  const { epoch, sequence } = follower.position;
  return { epoch, startEventId: endOf(sequence) };
}
