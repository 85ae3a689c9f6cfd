import type { Scope } from '@parley/facts';
import type { GetMessageRequest, GetMessageResponse } from '@parley/proto/messaging/v1/reading';
import { invalidMessage, requireReadableMessage } from '../../access/message-access.ts';
import { loadOwnVisibility, loadUnreadScope } from '../../access/reader.ts';
import type { Ctx } from '../../context.ts';
import { readByIds } from '../../db/reading/message-window.ts';
import { visible } from '../../db/visible.ts';
import { presentMessages } from '../../reading/present-messages.ts';

export function getMessage(ctx: Ctx, request: GetMessageRequest, scope: Scope): Promise<GetMessageResponse> {
  return scope.confirmed(async (scope) => {
    const { user, message, reader, periods } = await requireReadableMessage(ctx, request.messageId, scope);
    const visibility = new Map(message.channelId === null ? [] : [[message.channelId, periods]]);
    const view = {
      userId: user.userId,
      ownVisibility: await loadOwnVisibility(reader, scope),
      unreadScope: await loadUnreadScope(reader, scope),
      applyMarkdown: request.applyMarkdown,
    };
    // The query checks again that the caller may read the message, because it may have been moved since the first check.
    const rows = await readByIds(ctx.db, [message.id], [visible(user.userId, visibility)], view);
    if (rows.length === 0) throw invalidMessage();
    const list = await presentMessages(ctx, { viewer: user, rows }, request, scope);
    return { messageJson: list.subarray(1, -1), rawContent: message.content };
  });
}
