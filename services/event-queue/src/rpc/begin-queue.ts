import { errors } from '@parley/core';
import { endOf } from '@parley/event-log';
import type { BeginQueueRequest, BeginQueueResponse } from '@parley/proto/eventqueue/v1/event_queue';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';

/** The newest one that this replica has read. An earlier one would be correct, too, but slower to read. */
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
