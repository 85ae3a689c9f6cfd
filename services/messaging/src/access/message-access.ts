import { errors } from '@parley/core';
import type { Channel, Scope, User } from '@parley/facts';
import type { MessageId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { findMessage, type StoredMessage } from '../db/stored-message.ts';
import { type Period, periodsInclude, type Reader } from '../domain/reading/visibility.ts';
import { findReadablePeriods } from './readable-periods.ts';
import { loadReader } from './reader.ts';

/** A message that the caller may read. */
export type MessageAccess = {
  user: User;
  message: StoredMessage;
  /** Undefined for a direct message. */
  channel: Channel | undefined;
  reader: Reader & { user: User };
  /** The parts of the channel that the caller may read; empty for a direct message. */
  periods: readonly Period[];
};

/** Returns the error for a message that does not exist. A message that the caller may not read gets the same error. */
export const invalidMessage = () => errors.badRequest('Invalid message(s)');

/** @throws BAD_REQUEST when it does not exist or the caller may not read it */
export async function requireReadableMessage(
  ctx: Ctx,
  messageId: MessageId,
  scope: Scope,
): Promise<MessageAccess> {
  const user = await scope.caller();
  const message = await findMessage(ctx.db, messageId);
  if (!message) throw invalidMessage();
  const reader = await loadReader(user, scope);
  if (message.channelId === null) {
    if (!message.memberIds?.includes(user.userId)) throw invalidMessage();
    return { user, message, channel: undefined, reader, periods: [] };
  }
  const channel = await scope.channels.get(message.channelId);
  if (!channel) throw invalidMessage();
  const periods = await findReadablePeriods(reader, channel, scope);
  if (!periodsInclude(periods, message.id)) throw invalidMessage();
  return { user, message, channel, reader, periods };
}

/** For changes: its channel must not be archived. @throws BAD_REQUEST when there is no such message */
export async function requireChangeableMessage(
  ctx: Ctx,
  messageId: MessageId,
  scope: Scope,
): Promise<MessageAccess> {
  const access = await requireReadableMessage(ctx, messageId, scope);
  if (access.channel?.isArchived) throw invalidMessage();
  return access;
}
