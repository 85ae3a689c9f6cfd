import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  UpdateScheduledMessageRequest,
  UpdateScheduledMessageResponse,
} from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import {
  findScheduled,
  type NewScheduled,
  replaceScheduled,
  type ScheduledRow,
} from '../../db/personal/scheduled.ts';
import { parseContent } from '../../domain/sending/content.ts';
import { personalListChanged } from '../../events/personal.ts';
import { columnsOf, nowOf, prepareScheduled, unknownScheduled } from '../../scheduling/prepare.ts';
import { checkDeliveryTime, parseScheduledPlace, type ScheduledPlace } from '../../scheduling/rules.ts';
import { scheduledJson } from '../../view/scheduled-json.ts';

/** Changes a scheduled message before it is sent. A message that could not be sent is tried again at its new time. */
export async function updateScheduledMessage(
  ctx: Ctx,
  request: UpdateScheduledMessageRequest,
  scope: Scope,
): Promise<UpdateScheduledMessageResponse> {
  ctx.writeGuard.check();
  const { userId } = await scope.caller();
  const before = await findScheduled(ctx.db, userId, request.scheduledMessageId);
  if (!before) throw unknownScheduled();
  const deliverAt = request.deliverAt ?? before.deliverAt;
  checkDeliveryTime(deliverAt, nowOf(ctx));
  const place = placeOf(request, before);
  const content = request.content === undefined ? before.content : parseContent(request.content);
  const prepared = await prepareScheduled(
    ctx,
    { place, topic: request.topic ?? before.topic, content },
    scope,
  );
  const next: NewScheduled = {
    ...before,
    ...columnsOf(place),
    topic: prepared.topic,
    content,
    renderedContent: prepared.renderedContent,
    deliverAt,
  };
  await ctx.db.tx(async (tx) => {
    const written = await replaceScheduled(tx, before, next);
    if (!written) {
      if (await findScheduled(tx, userId, before.id)) {
        throw errors.badRequest('The scheduled message was changed meanwhile. Please try again.');
      }
      throw unknownScheduled();
    }
    const update = {
      type: 'scheduled_messages',
      op: 'update',
      scheduled_message: scheduledJson(written),
    } as const;
    await emit(tx, personalListChanged(userId, update, scope.call.traceparent));
  });
  return {};
}

/** Returns where the message is to be sent after a change. @throws BAD_REQUEST */
function placeOf(request: UpdateScheduledMessageRequest, before: ScheduledRow): ScheduledPlace {
  if (request.type !== undefined && !request.hasTo) {
    throw errors.badRequest('Recipient required when updating type of scheduled message.');
  }
  const { channelId, recipientIds } = before;
  if (!request.hasTo) return channelId === null ? { userIds: recipientIds } : { channelId };
  const type = request.type ?? (channelId === null ? 'private' : 'stream');
  const place = parseScheduledPlace({ type, to: request.to });
  if ('channelId' in place && channelId === null && request.topic === undefined) {
    throw errors.badRequest('Topic required when updating scheduled message type to channel.');
  }
  return place;
}
