import { endOf, type Follower } from '@parley/event-log';
import type { LogPosition } from '../context.ts';

/** Undefined while that may be more than a second behind the log's end. */
export function newestPosition(follower: Follower | undefined): LogPosition | undefined {
  if (!follower?.caughtUp() || !follower.freshness.isFresh()) return undefined;
  const { epoch, sequence } = follower.position;
  return { epoch, startEventId: endOf(sequence) };
}
