import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { DeleteReminderRequest, DeleteReminderResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { deleteReminder as deleteRow } from '../../db/personal/reminders.ts';
import { personalListChanged } from '../../events/personal.ts';

export async function deleteReminder(
  ctx: Ctx,
  request: DeleteReminderRequest,
  scope: Scope,
): Promise<DeleteReminderResponse> {
  ctx.writeGuard.check();
  const { userId } = await scope.caller();
  await ctx.db.tx(async (tx) => {
    if (!(await deleteRow(tx, userId, request.reminderId))) throw errors.missing('Reminder does not exist');
    const removed = { reminder_id: request.reminderId };
    await emit(
      tx,
      personalListChanged(userId, { type: 'reminders', op: 'remove', ...removed }, scope.call.traceparent),
    );
  });
  return {};
}
