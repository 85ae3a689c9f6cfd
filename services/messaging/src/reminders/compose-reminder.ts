import { errors, ParleyError } from '@parley/core';
import type { Tx } from '@parley/db';
import type { Scope } from '@parley/facts';
import type { MessageId } from '@parley/rules';
import { type MessageAccess, requireReadableMessage } from '../access/message-access.ts';
import type { Ctx } from '../context.ts';
import type { NewMessage } from '../db/messages.ts';
import type { ReminderRow } from '../db/personal/reminders.ts';
import { lockMessageShared, type StoredMessage } from '../db/stored-message.ts';
import { dueReminder, type RemindedMessage } from '../domain/personal/reminders.ts';
import { findHiddenUsers, unknownUser } from '../guests/hidden-users.ts';
import { composeDirectNotice } from '../sending/notices.ts';

/** `reminded` is the quoted message; undefined when the person may not read it now. */
export async function composeReminder(
  ctx: Ctx,
  { userId, messageId, note }: ReminderRow,
): Promise<{ message: NewMessage; reminded: StoredMessage | undefined }> {
  let reminded: StoredMessage | undefined;
  const message = await composeDirectNotice(ctx, userId, async (texts, scope) => {
    const access = await findReadable(ctx, messageId, scope);
    reminded = access?.message;
    return dueReminder(note, access && (await remindedMessage(ctx, access, scope)), texts);
  });
  return { message, reminded };
}

/** Returns the message if the caller may read it, on facts of the services that own them; otherwise undefined. */
async function findReadable(
  ctx: Ctx,
  messageId: MessageId,
  scope: Scope,
): Promise<MessageAccess | undefined> {
  try {
    return await scope.confirmed((facts) => requireReadableMessage(ctx, messageId, facts));
  } catch (error) {
    if (isRefusal(error)) return undefined;
    throw error;
  }
}

async function remindedMessage(
  ctx: Ctx,
  { user, message, channel }: MessageAccess,
  scope: Scope,
): Promise<RemindedMessage> {
  const { senderId } = message;
  const sender = await scope.users.get(senderId);
  const hidden = await findHiddenUsers(ctx, user, [senderId], scope);
  const shown = sender && hidden.has(senderId) ? unknownUser(sender, ctx.publicUrl) : sender;
  return {
    sender: { userId: senderId, fullName: shown?.fullName ?? '' },
    content: message.content,
    place: channel && {
      channelId: channel.channelId,
      channelName: channel.name,
      topic: message.topic,
      messageId: message.id,
    },
  };
}

/** @throws UNAVAILABLE when it was changed or deleted after it was read */
export async function requireUnchanged(tx: Tx, read: StoredMessage): Promise<void> {
  const now = await lockMessageShared(tx, read.id);
  const isSame =
    now?.content === read.content && now.channelId === read.channelId && now.topic === read.topic;
  if (!isSame) throw errors.unavailable();
}

/** Returns whether the rules refuse something, so that a retry would fail as well. It is false for outages. */
export const isRefusal = (error: unknown): error is ParleyError =>
  error instanceof ParleyError && error.status < 500;
