import type { Tx } from '@parley/db';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import { maxMessageId } from '../db/messages.ts';
import {
  hasUnreadMovedOut,
  markRead,
  raiseWatermark,
  unreadIds,
  unreadOf,
} from '../db/read-state/mark-read.ts';
import { inTopic } from '../db/reading/topics.ts';
import type { UnreadScope } from '../domain/reading/unread-scope.ts';

/**
 * Marks the messages of a channel read. Usually it raises the channel's watermark, the ID up to which all messages that were first
 * sent there are read. It does not do so when unread messages were moved elsewhere, because these would become read as well. The
 * scope contains only this channel.
 * @returns the IDs of the messages that were unread, in ascending order
 */
export async function markChannelRead(
  tx: Tx,
  userId: UserId,
  channelId: ChannelId,
  scope: UnreadScope,
): Promise<number[]> {
  const unread = unreadOf(userId, scope, { direct: false });
  if (await hasUnreadMovedOut(tx, userId, channelId)) return await markRead(tx, { userId, ...unread });
  const newest = await maxMessageId(tx);
  const ids = await unreadIds(tx, userId, scope);
  await raiseWatermark(tx, userId, channelId, newest);
  // The watermark does not cover messages that were moved in, messages that were sent after `newest` was read, and messages
  // with the flag `markedUnread`.
  const others = await markRead(tx, { userId, ...unread });
  return [...new Set([...ids, ...others])].sort((a, b) => a - b);
}

/** The scope contains only the topic's channel. @returns the IDs that were unread, ascending */
export const markTopicRead = (
  tx: Tx,
  userId: UserId,
  topic: string,
  scope: UnreadScope,
): Promise<MessageId[]> =>
  markRead(tx, { userId, ...unreadOf(userId, scope, { direct: false, where: inTopic(topic) }) });
