import { emit } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  DeleteScheduledMessageRequest,
  DeleteScheduledMessageResponse,
} from '@parley/proto/messaging/v1/personal';
import type { Ctx } from '../../context.ts';
import { deleteScheduled } from '../../db/personal/scheduled.ts';
import { personalListChanged } from '../../events/personal.ts';
import { unknownScheduled } from '../../scheduling/prepare.ts';

/** Deletes a scheduled message of the caller, which is then not sent. */
export async function deleteScheduledMessage(
  ctx: Ctx,
  request: DeleteScheduledMessageRequest,
  scope: Scope,
): Promise<DeleteScheduledMessageResponse> {
  ctx.writeGuard.check();
  const { userId } = await scope.caller();
  await ctx.db.tx(async (tx) => {
    if (!(await deleteScheduled(tx, userId, request.scheduledMessageId))) throw unknownScheduled();
    const removed = { scheduled_message_id: request.scheduledMessageId };
    await emit(
      tx,
      personalListChanged(
        userId,
        { type: 'scheduled_messages', op: 'remove', ...removed },
        scope.call.traceparent,
      ),
    );
  });
  return {};
}
