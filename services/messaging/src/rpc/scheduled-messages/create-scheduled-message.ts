import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  CreateScheduledMessageRequest,
  CreateScheduledMessageResponse,
} from '@parley/proto/messaging/v1/personal';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import { lockPersonalLists } from '../../db/personal/personal-lists.ts';
import {
  countScheduled,
  insertScheduled,
  maxScheduled,
  type NewScheduled,
} from '../../db/personal/scheduled.ts';
import { parseContent } from '../../domain/sending/content.ts';
import { isReadBySender } from '../../domain/sending/read-by-sender.ts';
import { personalListChanged } from '../../events/personal.ts';
import { columnsOf, nowOf, prepareScheduled } from '../../scheduling/prepare.ts';
import { checkDeliveryTime, parseScheduledPlace, type ScheduledPlace } from '../../scheduling/rules.ts';
import { scheduledJson } from '../../view/scheduled-json.ts';

export async function createScheduledMessage(
  ctx: Ctx,
  request: CreateScheduledMessageRequest,
  scope: Scope,
): Promise<CreateScheduledMessageResponse> {
  ctx.writeGuard.check();
  const place = parseScheduledPlace(request.place ?? { type: '', to: [] });
  const content = parseContent(request.content);
  checkDeliveryTime(request.deliverAt, nowOf(ctx));
  const { userId, topic, renderedContent } = await prepareScheduled(
    ctx,
    { place, topic: request.topic, content },
    scope,
  );
  const row: NewScheduled = {
    userId,
    ...columnsOf(place),
    topic,
    content,
    renderedContent,
    deliverAt: request.deliverAt,
    // A message to oneself stays unread, so that its author notices it at the set time.
    readBySender:
      request.readBySender ?? (isReadBySender(undefined, scope.call.clientName) && !isToSelf(place, userId)),
    client: scope.call.clientName,
  };
  return ctx.db.tx(async (tx) => {
    await lockPersonalLists(tx, userId);
    if ((await countScheduled(tx, userId)) >= maxScheduled) {
      throw errors.badRequest(
        errorText('You have too many scheduled messages (maximum {limit}).', { limit: maxScheduled }),
      );
    }
    const written = await insertScheduled(tx, row);
    const added = { scheduled_messages: [scheduledJson(written)] };
    await emit(
      tx,
      personalListChanged(
        userId,
        { type: 'scheduled_messages', op: 'add', ...added },
        scope.call.traceparent,
      ),
    );
    return { scheduledMessageId: written.id };
  });
}

const isToSelf = (place: ScheduledPlace, userId: UserId): boolean =>
  'userIds' in place && place.userIds.every((id) => id === userId);
