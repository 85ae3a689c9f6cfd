import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { UnpinMessageRequest, UnpinMessageResponse } from '@parley/proto/messaging/v1/changing';
import { changeMessage } from '../../changing/change-message.ts';
import { requirePinnableMessage } from '../../changing/pinning.ts';
import type { Ctx } from '../../context.ts';
import { deletePin } from '../../db/changing/pins.ts';
import { lockMessageShared } from '../../db/stored-message.ts';
import { pinRemoved } from '../../events/pin.ts';

/** Unpinning a message that is not pinned changes nothing. @throws BAD_REQUEST */
export async function unpinMessage(
  ctx: Ctx,
  request: UnpinMessageRequest,
  scope: Scope,
): Promise<UnpinMessageResponse> {
  ctx.writeGuard.check();
  await changeMessage(
    ctx,
    {
      decide: (facts) => requirePinnableMessage(ctx, request.messageId, facts),
      lock: lockMessageShared,
      write: async (tx, message, { channel: { channelId }, audience }) => {
        if (!(await deletePin(tx, message.id))) return;
        const pin = { message_id: message.id, stream_id: channelId };
        await emit(tx, pinRemoved(pin, audience, scope.call.traceparent));
      },
    },
    scope,
  );
  return {};
}
