import type { MessageSent } from '@parley/proto/events/v1/facts';
import { hears, type Rights } from './rights.ts';

/** Who has flags of their own on a message; made once per message. */
export type FlagIndex = {
  personal: ReadonlyMap<number, readonly string[]>;
  topicParticipants: ReadonlySet<number>;
};

export function indexFlags(message: MessageSent): FlagIndex {
  return {
    personal: new Map(message.personalFlags.map(({ userId, flags }) => [userId, flags])),
    topicParticipants: new Set(message.mentionsTopic ? message.topicParticipantIds : []),
  };
}

/**
 * `flags` of a message event for one person. Wildcards mention those the message was sent to, not who merely
 * overhears public channels; with each of them comes the older name that some clients read.
 */
export function flagsOf(
  message: MessageSent,
  index: FlagIndex,
  userId: number,
  rights: Rights,
): readonly string[] {
  const flags: string[] = [];
  if (message.readBySender && message.senderId === userId) flags.push('read');
  const personal = index.personal.get(userId);
  if (personal) for (const flag of personal) if (!flags.includes(flag)) flags.push(flag);
  const place = message.place;
  if (place?.$case === 'channel' && (message.mentionsChannel || message.mentionsTopic)) {
    const mentioned = hears(rights, place.channel.channelId);
    const byChannel = mentioned && message.mentionsChannel;
    const byTopic = mentioned && index.topicParticipants.has(userId);
    if (byChannel && !flags.includes('stream_wildcard_mentioned')) flags.push('stream_wildcard_mentioned');
    if (byTopic && !flags.includes('topic_wildcard_mentioned')) flags.push('topic_wildcard_mentioned');
    if ((byChannel || byTopic) && !flags.includes('wildcard_mentioned')) flags.push('wildcard_mentioned');
  }
  return flags;
}
