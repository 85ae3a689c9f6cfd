import type { Channel, User } from '@parley/facts';
import type { MissedMessage } from '@parley/proto/messaging/v1/missed';
import { avatarUrl, type ChannelId, type UserId } from '@parley/rules';
import { unknownUser } from '../guests/hidden-users.ts';

/** A message that is shown in a notification. */
export type Shown = {
  id: number;
  senderId: UserId;
  channelId: ChannelId | null;
  memberIds: readonly UserId[] | null;
  topic: string;
  content: string;
  renderedContent: string;
  sentAt: number;
};

/** The people and channels to which the messages refer, by ID. */
export type Named = {
  people: ReadonlyMap<number, User>;
  channels: ReadonlyMap<number, Channel>;
  publicUrl: string;
};

/**
 * Builds the form of a message for a notification, with the current names of people and channels.
 * @param reader left out from the members of a direct conversation; undefined for a message that many readers get
 * @param hidden IDs of people whom the reader may not see
 */
export function presentMissed(
  message: Shown,
  { people, channels, publicUrl }: Named,
  reader: User | undefined,
  hidden: ReadonlySet<number>,
): MissedMessage {
  const seenAs = (userId: UserId): User | undefined => {
    const person = people.get(userId);
    return person && hidden.has(userId) ? unknownUser(person, publicUrl) : person;
  };
  const sender = seenAs(message.senderId);
  return {
    messageId: message.id,
    senderId: message.senderId,
    senderFullName: sender?.fullName ?? '',
    senderAvatarUrl: (sender && avatarUrl(sender)) ?? '',
    senderEmail: sender?.email ?? '',
    sentAt: message.sentAt,
    content: message.content,
    renderedContent: message.renderedContent,
    channelId: message.channelId ?? 0,
    channelName: channels.get(message.channelId ?? 0)?.name ?? '',
    topic: message.topic,
    members: (message.memberIds ?? [])
      .filter((userId) => userId !== reader?.userId)
      .map((userId) => ({ userId, fullName: seenAs(userId)?.fullName ?? '' })),
  };
}
