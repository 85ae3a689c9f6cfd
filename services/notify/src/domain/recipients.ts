import type { MessageSent } from '@parley/proto/events/v1/facts';
import { userTopicKey } from '@parley/rules';
import type { ChannelSettings, MessageForPerson } from './decide.ts';

/** People's notification settings for one channel. */
export type ChannelInterest = {
  /** Active subscribers with an own setting, and those who want to be notified of every message in all channels. */
  subscribers: ReadonlyMap<number, ChannelSettings>;
  /** Visibility policies by user ID, by `userTopicKey`. */
  topics: ReadonlyMap<string, ReadonlyMap<number, number>>;
};

const noPolicies: ReadonlyMap<number, number> = new Map();
const noSettings: ChannelSettings = { isMuted: false };
const followed = 3;

/** Returns the policies of a message's topic by user ID. */
const policiesOf = (
  { topics }: ChannelInterest,
  channelId: number,
  topic: string,
): ReadonlyMap<number, number> => topics.get(userTopicKey(channelId, topic)) ?? noPolicies;

/** Returns whether messages may notify people at all: notices of system bots in channels and welcomes do not. */
export function isNotifying(message: MessageSent, sender: { isSystemBot: boolean } | undefined): boolean {
  if (!sender?.isSystemBot) return true;
  return message.place?.$case === 'direct' && !message.senderEmail.startsWith('welcome-bot@');
}

/**
 * Returns the people whom a message may notify, with the facts about it that concern each. Personal settings are
 * checked later. The cost grows with the number of mentioned people and of people with notifications for the channel or
 * topic, not with the number of subscribers.
 * @param interest undefined for a direct message
 */
export function candidatesOf(
  message: MessageSent,
  interest: ChannelInterest | undefined,
): Map<number, MessageForPerson> {
  const candidates = new Map<number, MessageForPerson>();
  const flags = new Map(message.personalFlags.map((each) => [each.userId, each.flags]));
  const { place, senderId } = message;
  const unread = message.readByRecipients ? new Set(message.unreadUserIds) : undefined;
  const add = (userId: number, view: MessageForPerson) => {
    const isRead = flags.get(userId)?.includes('read') || (unread && !unread.has(userId));
    if (userId !== senderId && !isRead) candidates.set(userId, view);
  };
  if (place?.$case === 'direct') {
    for (const { userId } of place.direct.recipients) {
      const isMentioned = flags.get(userId)?.includes('mentioned') ?? false;
      add(userId, { ...unnamed, isDirect: true, isMentioned });
    }
    return candidates;
  }
  if (place?.$case !== 'channel' || !interest) return candidates;
  const policies = policiesOf(interest, place.channel.channelId, place.channel.topic);
  const participants = new Set(message.mentionsTopic ? message.topicParticipantIds : []);
  const viewOf = (userId: number): MessageForPerson => ({
    isDirect: false,
    isMentioned: flags.get(userId)?.includes('mentioned') ?? false,
    mentionsChannel: message.mentionsChannel,
    mentionsTopic: participants.has(userId),
    topicPolicy: policies.get(userId) ?? 0,
    channel: interest.subscribers.get(userId) ?? noSettings,
  });
  const concerned = new Set<number>(participants);
  for (const [userId, names] of flags) if (names.includes('mentioned')) concerned.add(userId);
  for (const [userId, policy] of policies) if (policy === followed) concerned.add(userId);
  for (const userId of interest.subscribers.keys()) concerned.add(userId);
  for (const userId of concerned) add(userId, viewOf(userId));
  return candidates;
}

const unnamed: MessageForPerson = {
  isDirect: false,
  isMentioned: false,
  mentionsChannel: false,
  mentionsTopic: false,
  topicPolicy: 0,
  channel: undefined,
};
