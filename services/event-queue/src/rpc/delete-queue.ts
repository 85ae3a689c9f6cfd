import { errors } from '@parley/core';
import type { DeleteQueueRequest, DeleteQueueResponse } from '@parley/proto/eventqueue/v1/event_queue';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';

export async function deleteQueue(
  ctx: Ctx,
  { queueId }: DeleteQueueRequest,
  call: Call,
): Promise<DeleteQueueResponse> {
  await ctx.log.knowsEpochOf(queueId, call.signal);
  const sessions = ctx.sessions();
  if (!sessions) throw errors.unavailable();
  await sessions.delete(queueId, requirePrincipal(call).userId);
  ctx.broadcastDeleted(queueId);
  return {};
}
