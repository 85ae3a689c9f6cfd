import type { NotificationSettings } from '@parley/proto/events/v1/facts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChannelSettings, decide, isStillPermitted, type MessageForPerson, reasons } from './decide.ts';

const everything: NotificationSettings = {
  userId: 1,
  channelEmail: true,
  channelPush: true,
  followedTopicEmail: true,
  followedTopicPush: true,
  mentionEmail: true,
  mentionPush: true,
  pushWhileActive: true,
  directContentInPush: true,
  wildcardMentions: true,
  followedTopicWildcardMentions: true,
  contentInEmail: true,
  batchingSeconds: 120,
  organizationNamePolicy: 1,
  language: 'en',
  pausedUntil: 0,
  hasQuietHours: false,
  quietFromMinute: 0,
  quietToMinute: 0,
  quietDays: 0,
  dailyDigest: false,
};
const plain: MessageForPerson = {
  isDirect: false,
  isMentioned: false,
  mentionsChannel: false,
  mentionsTopic: false,
  topicPolicy: 0,
  channel: { isMuted: false },
};
const [muted, unmuted, followed] = [1, 2, 3];
const mutedChannel: ChannelSettings = { isMuted: true };

describe('a person is notified of', () => {
  it.each<[string, Partial<MessageForPerson>, Partial<NotificationSettings>, string | undefined]>([
    ['a direct message', { isDirect: true, channel: undefined }, {}, 'direct_message'],
    [
      'no direct message without the setting',
      { isDirect: true, channel: undefined },
      { mentionEmail: false },
      undefined,
    ],
    ['a mention', { isMentioned: true }, {}, 'mention'],
    ['a mention in a muted topic', { isMentioned: true, topicPolicy: muted }, {}, 'mention'],
    ['a mention in a muted channel', { isMentioned: true, channel: mutedChannel }, {}, 'mention'],
    ['a message in the channel', {}, {}, 'channel'],
    ['no message in the channel without the setting', {}, { channelEmail: false }, undefined],
    [
      'a message in a channel of its own setting',
      { channel: { isMuted: false, email: true } },
      { channelEmail: false },
      'channel_override',
    ],
    [
      'no message in a channel whose own setting is off',
      { channel: { isMuted: false, email: false } },
      {},
      undefined,
    ],
    ['no message in a muted channel', { channel: mutedChannel }, {}, undefined],
    [
      'a message in an unmuted topic of a muted channel',
      { channel: mutedChannel, topicPolicy: unmuted },
      {},
      'channel',
    ],
    ['no message in a muted topic', { topicPolicy: muted }, {}, undefined],
    ['a message in a followed topic', { topicPolicy: followed }, { channelEmail: false }, 'followed_topic'],
    [
      'a message in a followed topic of a muted channel',
      { topicPolicy: followed, channel: mutedChannel },
      { channelEmail: false },
      'followed_topic',
    ],
    [
      'no followed topic without the setting',
      { topicPolicy: followed },
      { channelEmail: false, followedTopicEmail: false },
      undefined,
    ],
    ['@all', { mentionsChannel: true }, { channelEmail: false }, 'channel_wildcard_mention'],
    [
      'no @all without the setting',
      { mentionsChannel: true },
      { channelEmail: false, wildcardMentions: false },
      undefined,
    ],
    [
      '@all where the channel wants it',
      { mentionsChannel: true, channel: { isMuted: false, wildcardMentions: true } },
      { channelEmail: false, wildcardMentions: false },
      'channel_wildcard_mention',
    ],
    [
      'no @all where the channel does not want it',
      { mentionsChannel: true, channel: { isMuted: false, wildcardMentions: false } },
      { channelEmail: false },
      undefined,
    ],
    ['no @all in a muted channel', { mentionsChannel: true, channel: mutedChannel }, {}, undefined],
    [
      '@all in a followed topic',
      { mentionsChannel: true, topicPolicy: followed },
      {},
      'channel_wildcard_mention_in_followed_topic',
    ],
    [
      '@topic in a followed topic',
      { mentionsTopic: true, topicPolicy: followed },
      {},
      'topic_wildcard_mention_in_followed_topic',
    ],
    ['@topic', { mentionsTopic: true }, {}, 'topic_wildcard_mention'],
    [
      'no wildcard when mentions are not mailed',
      { mentionsTopic: true, mentionsChannel: true },
      { channelEmail: false, mentionEmail: false },
      undefined,
    ],
    ['no message of a channel that they left', { channel: undefined }, {}, undefined],
  ])('%s', (_, message, settings, reason) => {
    expect(decide({ ...plain, ...message }, { ...everything, ...settings }, 'email')).toBe(reason);
  });
});

const flag = fc.boolean();
const channelSettings = fc.record({
  isMuted: flag,
  email: fc.option(flag, { nil: undefined }),
  push: fc.option(flag, { nil: undefined }),
  wildcardMentions: fc.option(flag, { nil: undefined }),
});
const anyMessage = fc.record<MessageForPerson>({
  isDirect: flag,
  isMentioned: flag,
  mentionsChannel: flag,
  mentionsTopic: flag,
  topicPolicy: fc.integer({ min: 0, max: 3 }),
  channel: fc.option(channelSettings, { nil: undefined }),
});
const anySettings = fc
  .record({
    channelEmail: flag,
    channelPush: flag,
    followedTopicEmail: flag,
    followedTopicPush: flag,
    mentionEmail: flag,
    mentionPush: flag,
    wildcardMentions: flag,
    followedTopicWildcardMentions: flag,
  })
  .map((some) => ({ ...everything, ...some }));

/** Second implementation of the rules, to compare with. It checks what each setting permits, and has no order of precedence. */
function isNotified(
  message: MessageForPerson,
  settings: NotificationSettings,
  medium: 'email' | 'push',
): boolean {
  const [mention, topic, channel] =
    medium === 'email'
      ? [settings.mentionEmail, settings.followedTopicEmail, settings.channelEmail]
      : [settings.mentionPush, settings.followedTopicPush, settings.channelPush];
  const own = message.channel;
  const isSilent = message.topicPolicy === 1 || (own?.isMuted === true && message.topicPolicy === 0);
  const follows = message.topicPolicy === 3;
  const wildcardInFollowed = follows && settings.followedTopicWildcardMentions;
  const wildcard = own !== undefined && !isSilent && (own.wildcardMentions ?? settings.wildcardMentions);
  if (mention && (message.isDirect || message.isMentioned)) return true;
  if (mention && message.mentionsTopic && (wildcardInFollowed || wildcard)) return true;
  if (mention && message.mentionsChannel && own && (wildcardInFollowed || wildcard)) return true;
  if (topic && follows && own) return true;
  return own !== undefined && !isSilent && ((medium === 'email' ? own.email : own.push) ?? channel);
}

describe('the table of rules', () => {
  it('agrees with a model for random messages and settings', () => {
    fc.assert(
      fc.property(anyMessage, anySettings, fc.constantFrom('email', 'push'), (message, settings, medium) => {
        const reason = decide(message, settings, medium);
        expect(reason !== undefined).toBe(isNotified(message, settings, medium));
        if (reason !== undefined) expect(reasons).toContain(reason);
      }),
      { numRuns: 5_000 },
    );
  });

  it('drops a decided notification when the person turns its setting off before it is sent', () => {
    expect(isStillPermitted('mention', { ...everything, mentionEmail: false }, 'email')).toBe(false);
    expect(isStillPermitted('mention', { ...everything, mentionEmail: false }, 'push')).toBe(true);
    expect(isStillPermitted('followed_topic', { ...everything, followedTopicEmail: false }, 'email')).toBe(
      false,
    );
    expect(isStillPermitted('channel', { ...everything, channelEmail: false }, 'email')).toBe(false);
    expect(isStillPermitted('channel', { ...everything, channelPush: false }, 'push')).toBe(false);
    expect(isStillPermitted('channel_override', { ...everything, channelEmail: false }, 'email')).toBe(true);
  });
});
