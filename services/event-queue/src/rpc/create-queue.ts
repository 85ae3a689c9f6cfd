import { errors, required } from '@parley/core';
import type { CreateQueueRequest, CreateQueueResponse } from '@parley/proto/eventqueue/v1/event_queue';
import { type Call, requirePrincipal } from '@parley/rpc';
import { roles } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { newQueueId, parseQueueId } from '../domain/queue-id.ts';
import { withheldFor } from '../domain/withheld.ts';
import { profileText } from '../queues/profile.ts';
import type { QueueRecord } from '../queues/record.ts';

/** Maximum number of characters of a client's name. Longer names are truncated. */
const maxClientName = 60;

/** Stores the record of a new queue of the caller. Every replica can then serve the queue. @throws UNAUTHORIZED for a visitor */
export async function createQueue(
  ctx: Ctx,
  request: CreateQueueRequest,
  call: Call,
): Promise<CreateQueueResponse> {
  const { userId: ownerId, keyScope } = requirePrincipal(call);
  const store = ctx.store();
  // The store is not open, or a new epoch has started during the registration. Data and positions that were read before do not fit
  // it.
  if (!store || store.epoch !== request.epoch) throw errors.unavailable();
  const names = { ownerId, emptyTopicName: ctx.emptyTopicName() };
  const profile = profileText(request, names, withheldFor(keyScope));
  if (request.filter?.allPublicStreams && request.role >= roles.guest) {
    throw errors.badRequest('User not authorized for this query');
  }
  const { defaultSeconds, minSeconds, maxSeconds } = ctx.config.idle;
  const wanted = request.idleTimeoutSeconds > 0 ? request.idleTimeoutSeconds : defaultSeconds;
  const idleSeconds = Math.min(maxSeconds, Math.max(minSeconds, wanted));
  const record: QueueRecord = {
    start: request.startEventId,
    idleSeconds,
    profile,
    snapshots: request.snapshots.flatMap(({ origin, snapshot }) =>
      snapshot ? [{ origin, ...snapshot }] : [],
    ),
    settledAt: 0,
    position: request.startEventId,
    channels: request.channelIds,
    role: request.role,
    client: request.clientName.slice(0, maxClientName),
    createdAt: Math.floor(Date.now() / 1000),
  };
  const queueId = newQueueId(store.epoch);
  await store.create(ownerId, required(parseQueueId(queueId), 'queue ID').secret, record);
  return { queueId, lastEventId: request.startEventId, idleTimeoutSeconds: idleSeconds };
}
