import type { GetNotifiedSubscribersResponse } from '@parley/proto/channel/v1/notifications';
import type { MessageSent } from '@parley/proto/events/v1/facts';
import { type ChannelId, type UserId, userTopicKey } from '@parley/rules';
import type { ChannelSettings, MessageForPerson } from './decide.ts';

export type ChannelInterest = {
  /** With settings for this channel, or who want every message; all active ones for a mention of all. */
  subscribers: ReadonlyMap<number, ChannelSettings>;
  /** By mail or push. Settings of the others matter only for mentions. */
  everyMessage: ReadonlySet<number>;
  /** Muted, unmuted, followed. The outer key is a `userTopicKey`, the inner key a user ID. */
  topics: ReadonlyMap<string, ReadonlyMap<number, number>>;
  hasFollowers: boolean;
};

/** @param everywhere IDs of people who want every message in all their channels */
export function interestOf(
  channelId: ChannelId,
  { subscribers, topics }: GetNotifiedSubscribersResponse,
  everywhere: ReadonlySet<number>,
): ChannelInterest {
  const policies = new Map<string, Map<number, number>>();
  for (const { userId, topic, visibilityPolicy } of topics) {
    const key = userTopicKey(channelId, topic);
    const ofTopic = policies.get(key) ?? new Map<number, number>();
    policies.set(key, ofTopic.set(userId, visibilityPolicy));
  }
  const everyMessage = new Set<number>();
  for (const { userId, email, push } of subscribers) {
    const inherited = everywhere.has(userId);
    if ((email ?? inherited) || (push ?? inherited)) everyMessage.add(userId);
  }
  return {
    subscribers: new Map(subscribers.map((each) => [each.userId, each])),
    everyMessage,
    topics: policies,
    hasFollowers: topics.some(({ visibilityPolicy }) => visibilityPolicy === followed),
  };
}

/** Returns whether a message without mentions notifies nobody, whatever its topic. */
export const isQuiet = ({ everyMessage, hasFollowers }: ChannelInterest): boolean =>
  everyMessage.size === 0 && !hasFollowers;

const noPolicies: ReadonlyMap<number, number> = new Map();
const noSettings: ChannelSettings = { isMuted: false };
const [muted, unmuted, followed] = [1, 2, 3];

/** Returns whether a person has muted a topic of a channel. @param topicKey a `userTopicKey` */
export const hasMutedTopic = (
  interest: ChannelInterest | undefined,
  topicKey: string,
  userId: UserId,
): boolean => interest?.topics.get(topicKey)?.get(userId) === muted;

/** With the properties that concern the person. The caller checks personal settings. */
export function followersOf(interest: ChannelInterest, topicKey: string): Map<number, MessageForPerson> {
  const policies = interest.topics.get(topicKey) ?? noPolicies;
  const wanting = new Set<number>();
  for (const [userId, policy] of policies) if (policy === followed) wanting.add(userId);
  for (const userId of interest.everyMessage)
    if (!isMutedFor(userId, interest, policies)) wanting.add(userId);
  const viewOf = (userId: UserId): MessageForPerson => ({
    ...unnamed,
    topicPolicy: policies.get(userId) ?? 0,
    channel: interest.subscribers.get(userId) ?? noSettings,
  });
  return new Map(Array.from(wanting, (userId) => [userId, viewOf(userId)]));
}

/**
 * Returns the people whom a message concerns itself, apart from those who want every message of its topic or channel: those whom it
 * mentions by name. Returns undefined for a message that all its readers are told of separately: a direct message, one that
 * mentions a channel or topic, or one that counts as read from the start.
 */
export function mentionedBy(message: MessageSent): Set<number> | undefined {
  const { place, mentionsChannel, mentionsTopic, readByRecipients, personalFlags } = message;
  if (place?.$case !== 'channel' || mentionsChannel || mentionsTopic || readByRecipients) return undefined;
  return new Set(
    personalFlags.filter(({ flags }) => flags.includes('mentioned')).map(({ userId }) => userId),
  );
}

/** Returns the IDs of the people who are not told of a message because they want every message: see `WaitingMessage`. */
export const excludedFrom = ({ senderId, personalFlags }: MessageSent): UserId[] => [
  senderId,
  ...personalFlags
    .filter(
      ({ userId, flags }) => userId !== senderId && (flags.includes('mentioned') || flags.includes('read')),
    )
    .map(({ userId }) => userId),
];

const policiesOf = (
  { topics }: ChannelInterest,
  channelId: ChannelId,
  topic: string,
): ReadonlyMap<number, number> => topics.get(userTopicKey(channelId, topic)) ?? noPolicies;

/** Returns whether a message without mentions in a channel notifies nobody except possibly its sender. */
export function concernsNobody(
  interest: ChannelInterest,
  { senderId, channelId, topic }: { senderId: UserId; channelId: ChannelId; topic: string },
): boolean {
  const policies = policiesOf(interest, channelId, topic);
  for (const [userId, policy] of policies) if (policy === followed && userId !== senderId) return false;
  for (const userId of interest.everyMessage)
    if (userId !== senderId && !isMutedFor(userId, interest, policies)) return false;
  return true;
}

function isMutedFor(
  userId: UserId,
  { subscribers }: ChannelInterest,
  policies: ReadonlyMap<number, number>,
): boolean {
  const policy = policies.get(userId) ?? 0;
  return policy < unmuted && (policy > 0 || subscribers.get(userId)?.isMuted === true);
}

/** Messages of system bots in channels, and those of the welcome bot, notify nobody. */
export function isNotifying(message: MessageSent, sender: { isSystemBot: boolean } | undefined): boolean {
  if (!sender?.isSystemBot) return true;
  return message.place?.$case === 'direct' && !message.senderEmail.startsWith('welcome-bot@');
}

/**
 * Returns the people whom a message may notify, and for each the properties of the message that concern the person. The caller
 * checks personal settings. The cost grows with the number of mentioned people and of people with notifications for the channel
 * or topic, but not with the number of subscribers, unless the message mentions all of them.
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
  const add = (userId: UserId, view: MessageForPerson) => {
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
  const viewOf = (userId: UserId): MessageForPerson => ({
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
  const wanting = message.mentionsChannel ? interest.subscribers.keys() : interest.everyMessage;
  for (const userId of wanting)
    if (message.mentionsChannel || !isMutedFor(userId, interest, policies)) concerned.add(userId);
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
