import { errors } from '@parley/core';
import { endOf } from '@parley/event-log';
import type { BeginQueueRequest, BeginQueueResponse } from '@parley/proto/eventqueue/v1/event_queue';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/**
 * Returns the position in the log at which the events of a new queue start: the newest one that this replica has read. An
 * earlier position would also be correct, but the first poll would then have to read more.
 */
export async function beginQueue(
  { follower, store }: Ctx,
  _request: BeginQueueRequest,
  call: Call,
): Promise<BeginQueueResponse> {
  await follower.waitFor(follower.head, call.signal);
  const { epoch, sequence } = follower.position;
  if (epoch === '' || store()?.epoch !== epoch) throw errors.unavailable();
  return { epoch, startEventId: endOf(sequence) };
}
