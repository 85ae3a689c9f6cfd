import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/directory';
import type { CreateReminderRequest, CreateReminderResponse } from '@parley/proto/messaging/v1/personal';
import { requireReadableMessage } from '../../access/message-access.ts';
import type { Ctx } from '../../context.ts';
import { lockPersonalLists } from '../../db/personal-lists.ts';
import { countReminders, insertReminder } from '../../db/reminders.ts';
import { maxScheduled } from '../../db/scheduled.ts';
import { checkDeliveryTime, parseNote, reminderContent } from '../../domain/scheduling.ts';
import { personalListChanged } from '../../events/personal.ts';
import { renderMessage } from '../../rendering/render-message.ts';
import { personalTexts } from '../../sending/notices.ts';
import { reminderJson } from '../../view/scheduled-json.ts';

/**
 * Creates a reminder about a message that the caller may read. At the set time the server sends it to the caller as a direct
 * message.
 */
export async function createReminder(
  ctx: Ctx,
  request: CreateReminderRequest,
  scope: Scope,
): Promise<CreateReminderResponse> {
  ctx.writeGuard.check();
  const note = parseNote(request.note);
  checkDeliveryTime(request.deliverAt, Math.floor(ctx.clock.now() / 1000));
  const { userId, content, renderedContent } = await scope.confirmed(async (scope) => {
    const { user, message, channel } = await requireReadableMessage(ctx, request.messageId, scope);
    const sender = await scope.users.get(message.senderId);
    const reminded = {
      note,
      sender: { userId: message.senderId, fullName: sender?.fullName ?? '' },
      content: message.content,
      place: channel && {
        channelId: channel.channelId,
        channelName: channel.name,
        topic: message.topic,
        messageId: message.id,
      },
    };
    const text = reminderContent(reminded, await personalTexts(user.userId, scope));
    // Only the channel of the message may become a link. The caller may read the message, and so may know this channel.
    const { html } = await renderMessage(
      ctx,
      text,
      ({ channelId }) => channelId === channel?.channelId,
      scope,
    );
    return { userId: user.userId, content: text, renderedContent: html };
  });
  return ctx.db.tx(async (tx) => {
    await lockPersonalLists(tx, userId);
    if ((await countReminders(tx, userId)) >= maxScheduled) {
      throw errors.badRequest(
        errorText('You have too many reminders (maximum {limit}).', { limit: maxScheduled }),
      );
    }
    const { messageId, deliverAt } = request;
    const row = await insertReminder(tx, { userId, messageId, content, renderedContent, deliverAt });
    const added = { reminders: [reminderJson(row)] };
    await emit(
      tx,
      personalListChanged(userId, { type: 'reminders', op: 'add', ...added }, scope.call.traceparent),
    );
    return { reminderId: row.id };
  });
}
