import type { MessageSent } from '@parley/proto/events/v1/facts';
import { hears, type Rights } from './rights.ts';

/** Who has flags of their own on a message; made once per message. */
export type FlagIndex = {
  personal: ReadonlyMap<number, readonly string[]>;
  topicParticipants: ReadonlySet<number>;
};

/** Flags of a message by person. */
export function indexFlags(message: MessageSent): FlagIndex {
  return {
    personal: new Map(message.personalFlags.map(({ userId, flags }) => [userId, flags])),
    topicParticipants: new Set(message.mentionsTopic ? message.topicParticipantIds : []),
  };
}

/**
 * `flags` of a message event for one person; the same names and rules as where messages are fetched. A channel
 * wildcard mentions those the message was sent to, not who merely overhears public channels.
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
  for (const flag of index.personal.get(userId) ?? []) set(flag);
  if (message.place?.$case === 'channel') {
    if (message.mentionsChannel && hears(rights, message.place.channel.channelId)) {
      set('stream_wildcard_mentioned');
    }
    if (index.topicParticipants.has(userId)) set('topic_wildcard_mentioned');
    // What older clients know both by.
    if (flags.some((flag) => flag.endsWith('_wildcard_mentioned'))) set('wildcard_mentioned');
  }
  return flags;
}
