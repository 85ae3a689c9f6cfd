import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { CreateReminderRequest, CreateReminderResponse } from '@parley/proto/messaging/v1/personal';
import { requireReadableMessage } from '../../access/message-access.ts';
import type { Ctx } from '../../context.ts';
import { lockPersonalLists } from '../../db/personal/personal-lists.ts';
import { countReminders, insertReminder } from '../../db/personal/reminders.ts';
import { maxScheduled } from '../../db/personal/scheduled.ts';
import { parseNote, pendingReminder } from '../../domain/personal/reminders.ts';
import { personalListChanged } from '../../events/personal.ts';
import { renderMessage } from '../../rendering/render-message.ts';
import { checkDeliveryTime } from '../../scheduling/rules.ts';
import { personalTexts } from '../../sending/notices.ts';
import { reminderJson } from '../../view/scheduled-json.ts';

/** At its time the server sends it as a direct message, with the message as the caller may read it then. */
export async function createReminder(
  ctx: Ctx,
  request: CreateReminderRequest,
  scope: Scope,
): Promise<CreateReminderResponse> {
  ctx.writeGuard.check();
  const note = parseNote(request.note);
  checkDeliveryTime(request.deliverAt, Math.floor(ctx.clock.now() / 1000));
  const userId = await scope.confirmed(async (facts) => {
    const { user } = await requireReadableMessage(ctx, request.messageId, facts);
    return user.userId;
  });
  const content = pendingReminder(note, await personalTexts(userId, scope));
  // The text contains no link to a channel unless the note does. The message that is sent resolves it.
  const { html: renderedContent } = await renderMessage(ctx, content, () => false, scope);
  return ctx.db.tx(async (tx) => {
    await lockPersonalLists(tx, userId);
    if ((await countReminders(tx, userId)) >= maxScheduled) {
      throw errors.badRequest(
        errorText('You have too many reminders (maximum {limit}).', { limit: maxScheduled }),
      );
    }
    const { messageId, deliverAt } = request;
    const row = await insertReminder(tx, { userId, messageId, note, content, renderedContent, deliverAt });
    const added = { reminders: [reminderJson(row)] };
    await emit(
      tx,
      personalListChanged(userId, { type: 'reminders', op: 'add', ...added }, scope.call.traceparent),
    );
    return { reminderId: row.id };
  });
}
