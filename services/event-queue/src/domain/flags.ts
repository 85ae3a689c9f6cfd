import type { MessageSent } from '@parley/proto/events/v1/facts';
import type { UserId } from '@parley/rules';
import { isSubscribed, type Rights } from './rights.ts';

/** The flags of a message by user ID. Computed once for each message. */
export type FlagIndex = {
  personal: ReadonlyMap<number, readonly string[]>;
  topicParticipants: ReadonlySet<number>;
  /** Users for whom the message is unread, although it is already read for all others. */
  unread: ReadonlySet<number>;
};

export function indexFlags(message: MessageSent): FlagIndex {
  return {
    personal: new Map(message.personalFlags.map(({ userId, flags }) => [userId, flags])),
    topicParticipants: new Set(message.mentionsTopic ? message.topicParticipantIds : []),
    unread: new Set(message.unreadUserIds),
  };
}

/**
 * Returns the `flags` of a message event for one user, by the same rules as for fetched messages (docs/api/messages.md). A
 * wildcard mention in a channel mentions the channel's subscribers. It does not mention users who receive the message only
 * because their queue is for all public channels.
 */
export function flagsOf(
  message: MessageSent,
  index: FlagIndex,
  userId: UserId,
  rights: Rights,
): readonly string[] {
  const flags: string[] = [];
  const set = (flag: string): void => {
    if (!flags.includes(flag)) flags.push(flag);
  };
  if (message.readBySender && message.senderId === userId) set('read');
  if (message.readByRecipients && !index.unread.has(userId)) set('read');
  for (const flag of index.personal.get(userId) ?? []) set(flag);
  if (message.place?.$case === 'channel') {
    if (message.mentionsChannel && isSubscribed(rights, message.place.channel.channelId)) {
      set('stream_wildcard_mentioned');
    }
    if (index.topicParticipants.has(userId)) set('topic_wildcard_mentioned');
    // Older clients know a single flag for both kinds of wildcard mentions, so that flag is added.
    if (flags.some((flag) => flag.endsWith('_wildcard_mentioned'))) set('wildcard_mentioned');
  }
  return flags;
}
