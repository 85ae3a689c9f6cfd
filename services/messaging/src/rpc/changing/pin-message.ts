import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { PinMessageRequest, PinMessageResponse } from '@parley/proto/messaging/v1/changing';
import { changeMessage } from '../../changing/change-message.ts';
import { requirePinnableMessage } from '../../changing/pinning.ts';
import type { Ctx } from '../../context.ts';
import { countPins, insertPin } from '../../db/changing/pins.ts';
import { lockMessageShared } from '../../db/stored-message.ts';
import { maxPins } from '../../domain/limits.ts';
import { pinAdded } from '../../events/pin.ts';

/** For everybody (docs/api/messages.md#pinned-messages). Idempotent. @throws BAD_REQUEST, also for more than `maxPins` */
export async function pinMessage(
  ctx: Ctx,
  request: PinMessageRequest,
  scope: Scope,
): Promise<PinMessageResponse> {
  ctx.writeGuard.check();
  await changeMessage(
    ctx,
    {
      decide: (facts) => requirePinnableMessage(ctx, request.messageId, facts),
      lock: lockMessageShared,
      write: async (tx, message, { access: { user }, channel: { channelId }, audience }) => {
        const pinnedAt = await insertPin(tx, { messageId: message.id, channelId, userId: user.userId });
        if (pinnedAt === undefined) return;
        if ((await countPins(tx, channelId)) > maxPins) {
          throw errors.badRequest(
            errorText('A channel can have at most {limit} pinned messages.', { limit: maxPins }),
          );
        }
        const pin = {
          message_id: message.id,
          stream_id: channelId,
          user_id: user.userId,
          pinned_at: pinnedAt,
        };
        await emit(tx, pinAdded(pin, audience, scope.call.traceparent));
      },
    },
    scope,
  );
  return {};
}
