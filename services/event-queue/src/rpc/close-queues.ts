import { errors } from '@parley/core';
import type { CloseQueuesRequest, CloseQueuesResponse } from '@parley/proto/eventqueue/v1/event_queue';
import { type Call, isOfOperator, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { mayManageQueues } from '../domain/owner.ts';
import { joinQueueId } from '../domain/queue-id.ts';

/** All when no ID is given. Skips unknown queues. @throws UNAUTHORIZED_PRINCIPAL for other people */
export async function closeQueues(
  ctx: Ctx,
  { userId, callerRole, queueIds }: CloseQueuesRequest,
  call: Call,
): Promise<CloseQueuesResponse> {
  // The server itself closes queues after an import, which emits no events about messages.
  if (!isOfOperator(call) && !mayManageQueues(requirePrincipal(call).userId, callerRole, userId))
    throw errors.administratorRequired();
  const store = ctx.store();
  const sessions = ctx.sessions();
  if (!store || !sessions) throw errors.unavailable();
  const wanted = new Set(queueIds);
  let closed = 0;
  for (const { key, secret } of await store.queuesOf(userId)) {
    const queueId = joinQueueId(store.epoch, secret);
    if (wanted.size > 0 && !wanted.has(queueId)) continue;
    if (await store.records.delete(key)) closed++;
    sessions.forget(queueId);
    ctx.broadcastDeleted(queueId);
  }
  return { closed };
}
