import type { Pin } from '@parley/api';
import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { ListPinsRequest, ListPinsResponse } from '@parley/proto/messaging/v1/messaging';
import { requireReadablePeriods } from '../../access/readable-periods.ts';
import type { Ctx } from '../../context.ts';
import { pinsWithin } from '../../db/changing/pins.ts';

/** The latest first (docs/api/messages.md#pinned-messages). @throws BAD_REQUEST when the caller may read nothing there */
export async function listPins(ctx: Ctx, request: ListPinsRequest, scope: Scope): Promise<ListPinsResponse> {
  const periods = await requireReadablePeriods(request.channelId, scope);
  const rows = await pinsWithin(ctx.db, request.channelId, periods);
  const pins: Pin[] = rows.map(({ messageId, topic, userId, pinnedAt }) => ({
    message_id: messageId,
    topic,
    user_id: userId,
    pinned_at: pinnedAt,
  }));
  return { pinsJson: jsonBytes(pins) };
}
