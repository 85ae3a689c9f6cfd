import type { MessageSent } from '@parley/proto/events/v1/facts';
import { isSubscribed, type Rights } from './rights.ts';

/** Flags of a message by person, computed once for each message. */
export type FlagIndex = {
  personal: ReadonlyMap<number, readonly string[]>;
  topicParticipants: ReadonlySet<number>;
  /** People for whom the message is unread, although it is read for all other recipients. */
  unread: ReadonlySet<number>;
};

/** Indexes the flags of a message by person. */
export function indexFlags(message: MessageSent): FlagIndex {
  return {
    personal: new Map(message.personalFlags.map(({ userId, flags }) => [userId, flags])),
    topicParticipants: new Set(message.mentionsTopic ? message.topicParticipantIds : []),
    unread: new Set(message.unreadUserIds),
  };
}

/**
 * Returns `flags` of a message event for one person, with the same names and rules as for messages that are fetched. A
 * channel wildcard mentions the subscribers, but not the owner of a queue for all public channels
 * (docs/api/messages.md).
 */
export function flagsOf(
  message: MessageSent,
  index: FlagIndex,
  userId: number,
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
    // Older clients know a single flag for both kinds of wildcard mentions.
    if (flags.some((flag) => flag.endsWith('_wildcard_mentioned'))) set('wildcard_mentioned');
  }
  return flags;
}
