import type { Tx } from '@parley/db';
import { hasUnreadMovedOut, markRead, raiseWatermark, unreadIds, unreadOf } from '../db/mark-read.ts';
import { maxMessageId } from '../db/messages.ts';
import { inTopic } from '../db/topics.ts';
import type { UnreadScope } from '../domain/unread-scope.ts';

/**
 * Marks the messages of a channel read. It raises the channel's watermark (the ID up to which all messages are read),
 * unless that would also mark messages that were moved to another place.
 * @returns their IDs, in ascending order
 */
export async function markChannelRead(
  tx: Tx,
  userId: number,
  channelId: number,
  scope: UnreadScope,
): Promise<number[]> {
  const unread = unreadOf(userId, scope, { direct: false });
  if (await hasUnreadMovedOut(tx, userId, channelId)) return await markRead(tx, { userId, ...unread });
  const newest = await maxMessageId(tx);
  const ids = await unreadIds(tx, userId, scope);
  await raiseWatermark(tx, userId, channelId, newest);
  // The watermark does not include messages that were moved in, sent meanwhile, or marked unread.
  const others = await markRead(tx, { userId, ...unread });
  return [...new Set([...ids, ...others])].sort((a, b) => a - b);
}

/** Marks the messages of a topic in the scope's channel read. @returns their IDs, in ascending order */
export const markTopicRead = (tx: Tx, userId: number, topic: string, scope: UnreadScope): Promise<number[]> =>
  markRead(tx, { userId, ...unreadOf(userId, scope, { direct: false, where: inTopic(topic) }) });
