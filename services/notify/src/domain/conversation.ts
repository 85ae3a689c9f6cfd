import { createHash } from 'node:crypto';
import { directUrl, narrowUrl } from '@parley/markdown';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { type UserId, userTopicKey } from '@parley/rules';

export type Conversation = { key: string; messages: readonly MissedMessage[] };

export function conversationsOf(messages: readonly MissedMessage[]): Conversation[] {
  const ordered = messages.toSorted((one, other) => one.messageId - other.messageId);
  return Array.from(Map.groupBy(ordered, keyOf), ([key, grouped]) => ({ key, messages: grouped }));
}

const keyOf = ({ channelId, topic, members }: MissedMessage): string =>
  channelId === 0
    ? `direct ${members
        .map(({ userId }) => userId)
        .sort((one, other) => one - other)
        .join(',')}`
    : `channel ${userTopicKey(channelId, topic)}`;

export function messageUrl(publicUrl: string, message: MissedMessage): string {
  const { channelId, channelName, topic, messageId, members } = message;
  if (channelId !== 0) return publicUrl + narrowUrl({ id: channelId, name: channelName }, topic, messageId);
  const people = members.map(({ userId }) => userId);
  return publicUrl + directUrl(people, messageId);
}

/**
 * Returns the Message-ID to which all mails about a conversation to one person refer, so that mail programs show them as one
 * thread. No mail has this ID itself. RFC 5322 permits references to mails that the recipient does not have.
 */
export function threadIdOf(key: string, userId: UserId, host: string): string {
  const digest = createHash('sha256').update(`${userId} ${key}`).digest('hex').slice(0, 32);
  return `<conversation.${digest}@${host}>`;
}
