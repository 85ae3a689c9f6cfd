import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetScheduledMessagesResponse } from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { scheduledOf } from '../../db/personal/scheduled.ts';
import { rowWithOwnPictures } from '../../rendering/own-pictures.ts';
import { scheduledJson } from '../../view/scheduled-json.ts';

/** Returns the caller's scheduled messages, the earliest first. Messages that could not be sent are included. */
export async function getScheduledMessages(
  ctx: Ctx,
  _request: unknown,
  scope: Scope,
): Promise<GetScheduledMessagesResponse> {
  const { userId } = await scope.caller();
  const rows = await scheduledOf(ctx.db, userId);
  const shown = rows.map((row) => scheduledJson(rowWithOwnPictures(row, ctx.pictureKey)));
  return { scheduledMessagesJson: jsonBytes(shown) };
}
