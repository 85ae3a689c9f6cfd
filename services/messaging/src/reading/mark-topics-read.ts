import type { Tx } from '@parley/db';
import { hasUnreadMovedOut, markRead, raiseFloor, unreadIds, unreadOf } from '../db/flags.ts';
import { maxMessageId } from '../db/personal-lists.ts';
import { inTopic } from '../db/topics.ts';
import type { UnreadScope } from '../domain/unread-scope.ts';

/** Marks a channel's messages read, their IDs: by a floor, unless that would read messages that went elsewhere, too. */
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
  await raiseFloor(tx, userId, channelId, newest);
  // What the floor does not reach: messages that were moved in or came meanwhile, and those kept unread.
  const others = await markRead(tx, { userId, ...unread });
  return [...new Set([...ids, ...others])].sort((a, b) => a - b);
}

/** Marks the messages of a topic of the scope's channel read; their IDs. */
export const markTopicRead = (tx: Tx, userId: number, topic: string, scope: UnreadScope): Promise<number[]> =>
  markRead(tx, { userId, ...unreadOf(userId, scope, { direct: false, where: inTopic(topic) }) });
