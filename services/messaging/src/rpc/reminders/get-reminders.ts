import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetRemindersResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { remindersOf } from '../../db/personal/reminders.ts';
import { rowWithOwnPictures } from '../../rendering/own-pictures.ts';
import { reminderJson } from '../../view/scheduled-json.ts';

export async function getReminders(ctx: Ctx, _request: unknown, scope: Scope): Promise<GetRemindersResponse> {
  const { userId } = await scope.caller();
  const rows = await remindersOf(ctx.db, userId);
  return {
    remindersJson: jsonBytes(rows.map((row) => reminderJson(rowWithOwnPictures(row, ctx.pictureKey)))),
  };
}
