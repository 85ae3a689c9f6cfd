/**
 * Decides whether a person is notified of a message (docs/decisions/notifications.md#rules). One table contains all rules in
 * order of precedence. The result is the reason of the first rule that applies and whose setting permits the medium.
 */
import type { NotificationSettings } from '@parley/proto/events/v1/facts';

export type Medium = 'email' | 'push';

export type Reason =
  | 'direct_message'
  | 'mention'
  | 'topic_wildcard_mention_in_followed_topic'
  | 'channel_wildcard_mention_in_followed_topic'
  | 'topic_wildcard_mention'
  | 'channel_wildcard_mention'
  | 'followed_topic'
  | 'channel_override'
  | 'channel';

/** A person's notification settings for one channel. For an absent setting, the person's setting for all channels applies. */
export type ChannelSettings = {
  isMuted: boolean;
  email?: boolean | undefined;
  push?: boolean | undefined;
  wildcardMentions?: boolean | undefined;
};

export type MessageForPerson = {
  isDirect: boolean;
  /** Whether the message mentions the person, or a group to which they belong, by name. */
  isMentioned: boolean;
  mentionsChannel: boolean;
  mentionsTopic: boolean;
  /** The person's visibility policy of the topic: 0 inherits, 1 muted, 2 unmuted, 3 followed. */
  topicPolicy: number;
  /** Undefined for a direct message. A person who is not subscribed has the default settings. */
  channel: ChannelSettings | undefined;
};

type Rule = {
  reason: Reason;
  applies: (message: MessageForPerson, settings: NotificationSettings, medium: Medium) => boolean;
  /** For each medium, the setting that must be on for the rule to count; undefined when no setting is needed. */
  permits: Readonly<Record<Medium, keyof NotificationSettings | undefined>>;
};

const policies = { muted: 1, unmuted: 2, followed: 3 } as const;

const isFollowed = ({ topicPolicy }: MessageForPerson): boolean => topicPolicy === policies.followed;

/** `inherited` for none. False for direct messages and muted topics, and in muted channels unless followed. */
function isWanted(
  { channel, topicPolicy }: MessageForPerson,
  ofChannel: (settings: ChannelSettings) => boolean | undefined,
  inherited: boolean,
): boolean {
  if (!channel || topicPolicy === policies.muted) return false;
  if (channel.isMuted && topicPolicy < policies.unmuted) return false;
  return ofChannel(channel) ?? inherited;
}

const wantsWildcards = (message: MessageForPerson, { wildcardMentions }: NotificationSettings): boolean =>
  isWanted(message, (channel) => channel.wildcardMentions, wildcardMentions);

const mentions = { email: 'mentionEmail', push: 'mentionPush' } as const;

const rules: readonly Rule[] = [
  { reason: 'direct_message', permits: mentions, applies: ({ isDirect }) => isDirect },
  { reason: 'mention', permits: mentions, applies: ({ isMentioned }) => isMentioned },
  {
    reason: 'topic_wildcard_mention_in_followed_topic',
    permits: mentions,
    applies: (message, { followedTopicWildcardMentions }) =>
      message.mentionsTopic && isFollowed(message) && followedTopicWildcardMentions,
  },
  {
    reason: 'channel_wildcard_mention_in_followed_topic',
    permits: mentions,
    applies: (message, { followedTopicWildcardMentions }) =>
      message.mentionsChannel &&
      message.channel !== undefined &&
      isFollowed(message) &&
      followedTopicWildcardMentions,
  },
  {
    reason: 'topic_wildcard_mention',
    permits: mentions,
    applies: (message, settings) => message.mentionsTopic && wantsWildcards(message, settings),
  },
  {
    reason: 'channel_wildcard_mention',
    permits: mentions,
    applies: (message, settings) => message.mentionsChannel && wantsWildcards(message, settings),
  },
  {
    reason: 'followed_topic',
    permits: { email: 'followedTopicEmail', push: 'followedTopicPush' },
    applies: (message) => message.channel !== undefined && isFollowed(message),
  },
  {
    reason: 'channel_override',
    // No permission is needed here, because the setting for this channel takes precedence over the setting for all channels.
    permits: { email: undefined, push: undefined },
    applies: (message, _settings, medium) => isWanted(message, (channel) => channel[medium], false),
  },
  {
    reason: 'channel',
    permits: { email: 'channelEmail', push: 'channelPush' },
    applies: (message, _settings, medium) => isWanted(message, (channel) => channel[medium], true),
  },
];

/** Reasons in order of precedence. */
export const reasons: readonly Reason[] = rules.map(({ reason }) => reason);

/** Returns the reason for notifying a person by a medium; undefined when the person is not notified. */
export function decide(
  message: MessageForPerson,
  settings: NotificationSettings,
  medium: Medium,
): Reason | undefined {
  return rules.find(({ applies, permits }) => {
    const permission = permits[medium];
    if (permission !== undefined && settings[permission] !== true) return false;
    return applies(message, settings, medium);
  })?.reason;
}

/** Returns whether a person's current settings still permit a notification that was decided earlier. */
export function isStillPermitted(reason: string, settings: NotificationSettings, medium: Medium): boolean {
  const permission = rules.find((rule) => rule.reason === reason)?.permits[medium];
  return permission === undefined || settings[permission] === true;
}
