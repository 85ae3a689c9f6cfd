import type { Registration } from '@parley/api/register';
import type { Tx } from '@parley/db';
import type { User } from '@parley/facts';
import type { UnreadRules } from '@parley/proto/common/v1/subscription';
import type { ReaderOf } from '../access/reader.ts';
import { unreadGroups } from '../db/read-state/unread-groups.ts';
import { mutedTopics } from '../domain/reading/muted-topics.ts';
import { scopeWithout, type UnreadScope } from '../domain/reading/unread-scope.ts';
import { unreadMessages } from '../view/unread-json.ts';

/**
 * Reads the field `unread_msgs` of the register response: the newest unread messages, at most `limit`. Sets `work_mem` for the
 * rest of the transaction.
 * @param unreadRules the muted topics, which the count leaves out, and the hidden channels, whose messages are not listed
 */
export async function readUnreadMessages(
  tx: Tx,
  reader: ReaderOf<User>,
  unreadScope: UnreadScope,
  { unreadRules, emptyTopicName, limit }: { unreadRules: UnreadRules; emptyTopicName: string; limit: number },
): Promise<NonNullable<Registration['unread_msgs']>> {
  const { userId } = reader.user;
  // Hidden channels are left out before the newest messages are selected. Otherwise their messages would take the place of older
  // ones in other channels, and nothing would say that these are missing.
  const listed = scopeWithout(unreadScope, unreadRules.hiddenChannelIds);
  return unreadMessages(await unreadGroups(tx, userId, listed, limit), {
    userId,
    isMuted: mutedTopics(reader.histories, unreadRules.topics),
    emptyTopicName,
    limit,
  });
}
