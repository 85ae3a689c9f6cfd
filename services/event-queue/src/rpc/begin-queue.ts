import { errors } from '@parley/core';
import { endOf } from '@parley/event-log';
import type { BeginQueueRequest, BeginQueueResponse } from '@parley/proto/eventqueue/v1/event_queue';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/**
 * Returns the position at which a registration starts: the newest entry that this replica has merged. An older position
 * would also be correct, but then the first poll would read more.
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
