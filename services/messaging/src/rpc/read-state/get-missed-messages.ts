import { errors } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type {
  GetMissedMessagesRequest,
  GetMissedMessagesResponse,
  MissedMessage,
} from '@parley/proto/messaging/v1/missed';
import { limits } from '@parley/rules';
import { loadVisibilityOfMessages } from '../../access/readable-periods.ts';
import { loadOwnVisibility, loadReader, loadUnreadScope } from '../../access/reader.ts';
import type { Ctx } from '../../context.ts';
import { contentsOf } from '../../db/messages.ts';
import { type MessageRow, readByIds } from '../../db/reading/message-window.ts';
import { visible } from '../../db/visible.ts';
import { findHiddenUsers } from '../../guests/hidden-users.ts';
import { presentMissed } from '../../reading/missed-message.ts';

/**
 * Returns messages for the service that notifies absent people, with both Markdown and HTML. It leaves out messages that the
 * caller may not read and, unless `includeRead` is set, messages that the caller has read.
 * @throws BAD_REQUEST for too many messages; UNAUTHORIZED or USER_DEACTIVATED when the caller is unknown or deactivated
 */
export async function getMissedMessages(
  ctx: Ctx,
  { messageIds, includeRead }: GetMissedMessagesRequest,
  scope: Scope,
): Promise<GetMissedMessagesResponse> {
  if (messageIds.length > limits.messagesPerRequest) throw errors.badRequest('Too many messages.');
  const caller = await scope.caller();
  const reader = await loadReader(caller, scope);
  const [visibility, ownVisibility, unreadScope] = await Promise.all([
    loadVisibilityOfMessages(ctx, reader, messageIds, scope),
    loadOwnVisibility(reader, scope),
    loadUnreadScope(reader, scope),
  ]);
  const view = { userId: caller.userId, ownVisibility, unreadScope, applyMarkdown: true };
  const found = await readByIds(ctx.db, messageIds, [visible(caller.userId, visibility)], view);
  const rows = found.filter(({ isRead }) => includeRead || !isRead);
  if (rows.length === 0) return { messages: [] };
  const ids = rows.map(({ id }) => id);
  const [markdown, present] = await Promise.all([
    contentsOf(ctx.db, ids),
    presenterFor(ctx, caller, rows, scope),
  ]);
  return { messages: rows.map((row) => present(row, markdown.get(row.id) ?? '')) };
}

/** Returns a function that builds the form of a message for its reader, with the current names of people and channels. */
async function presenterFor(
  ctx: Ctx,
  reader: User,
  rows: readonly MessageRow[],
  scope: Scope,
): Promise<(row: MessageRow, content: string) => MissedMessage> {
  const [people, channels] = await Promise.all([
    scope.users.many(rows.flatMap((row) => [row.senderId, ...(row.memberIds ?? [])])),
    scope.channels.many(rows.flatMap(({ channelId }) => channelId ?? [])),
  ]);
  const hidden = await findHiddenUsers(ctx, reader, people.keys(), scope);
  return (row, content) =>
    presentMissed(
      { ...row, content, renderedContent: row.content },
      { people, channels, publicUrl: ctx.publicUrl },
      reader,
      hidden,
    );
}
