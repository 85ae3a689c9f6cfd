import { errors } from '@parley/core';
import type { Scope, User } from '@parley/directory';
import type {
  GetMissedMessagesRequest,
  GetMissedMessagesResponse,
  MissedMessage,
} from '@parley/proto/messaging/v1/missed';
import { limits } from '@parley/rules';
import { loadVisibilityOfMessages } from '../access/readable-periods.ts';
import { loadOwnVisibility, loadReader, loadUnreadScope } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { type MessageRow, readByIds } from '../db/message-window.ts';
import { contentsOf } from '../db/messages.ts';
import { visible } from '../db/visible.ts';
import { findHiddenUsers, unknownUser } from '../guests/hidden-users.ts';

/**
 * Returns those of the messages that the caller may read and has not read, with both forms of their content, for the service
 * that notifies people who are away.
 * @throws BAD_REQUEST, UNAUTHORIZED, USER_DEACTIVATED
 */
export async function getMissedMessages(
  ctx: Ctx,
  { messageIds }: GetMissedMessagesRequest,
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
  const rows = found.filter(({ isRead }) => !isRead);
  if (rows.length === 0) return { messages: [] };
  const ids = rows.map(({ id }) => id);
  const [markdown, present] = await Promise.all([
    contentsOf(ctx.db, ids),
    presenterFor(ctx, caller, rows, scope),
  ]);
  return { messages: rows.map((row) => present(row, markdown.get(row.id) ?? '')) };
}

/** Returns a function that presents a message to its reader, with the present names of people and channels. */
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
  const nameOf = (userId: number): string => {
    const person = people.get(userId);
    if (!person) return '';
    return (hidden.has(userId) ? unknownUser(person, ctx.publicUrl) : person).fullName;
  };
  return (row, content) => ({
    messageId: row.id,
    senderId: row.senderId,
    senderFullName: nameOf(row.senderId),
    sentAt: row.sentAt,
    content,
    renderedContent: row.content,
    channelId: row.channelId ?? 0,
    channelName: channels.get(row.channelId ?? 0)?.name ?? '',
    topic: row.topic,
    members: (row.memberIds ?? [])
      .filter((userId) => userId !== reader.userId)
      .map((userId) => ({ userId, fullName: nameOf(userId) })),
  });
}
