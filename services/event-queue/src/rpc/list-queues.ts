import { errors } from '@parley/core';
import type { ListQueuesRequest, ListQueuesResponse } from '@parley/proto/eventqueue/v1/event_queue';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { mayManageQueues } from '../domain/owner.ts';
import { joinQueueId } from '../domain/queue-id.ts';

/** Oldest first. @throws UNAUTHORIZED_PRINCIPAL when the caller is neither this user nor an administrator */
export async function listQueues(
  ctx: Ctx,
  { userId, callerRole }: ListQueuesRequest,
  call: Call,
): Promise<ListQueuesResponse> {
  if (!mayManageQueues(requirePrincipal(call).userId, callerRole, userId))
    throw errors.administratorRequired();
  const store = ctx.store();
  if (!store) throw errors.unavailable();
  const queues = (await store.queuesOf(userId)).map(({ secret, record, changedAtMs }) => ({
    queueId: joinQueueId(store.epoch, secret),
    clientName: record.client ?? '',
    createdAt: record.createdAt ?? 0,
    activeAt: Math.floor(changedAtMs / 1000),
    idleTimeoutSeconds: record.idleSeconds,
  }));
  return { queues: queues.sort((one, other) => one.createdAt - other.createdAt) };
}
