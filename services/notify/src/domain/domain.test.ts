import type { NotifiedSubscriber } from '@parley/proto/channel/v1/notifications';
import { MessageSent } from '@parley/proto/events/v1/facts';
import { MissedMessage } from '@parley/proto/messaging/v1/missed';
import type { UserId } from '@parley/rules';
import { describe, expect, it } from 'vitest';
import { conversationsOf, messageUrl, threadIdOf } from './conversation.ts';
import { morningMs } from './digest.ts';
import { judge, lastSeenMs, noActivity } from './presence.ts';
import { candidatesOf, concernsNobody, interestOf, isNotifying, isQuiet } from './recipients.ts';
import { parseUnsubscribeToken, unsubscribeToken } from './unsubscribe-token.ts';

describe('candidates', () => {
  const subscriber = (userId: UserId, settings: Partial<NotifiedSubscriber> = {}): NotifiedSubscriber => ({
    userId,
    isMuted: false,
    ...settings,
  });
  const follower = { userId: 20, topic: 'Lunch', visibilityPolicy: 3 };
  const muting = { userId: 30, topic: 'Lunch', visibilityPolicy: 1 };
  const nobody = new Set<number>();
  const interest = interestOf(
    5,
    { subscribers: [subscriber(10, { email: true })], topics: [follower, muting] },
    nobody,
  );
  const inChannel = (more: Partial<MessageSent> = {}) =>
    MessageSent.fromPartial({
      senderId: 1,
      place: { $case: 'channel', channel: { channelId: 5, topic: 'lunch' } },
      ...more,
    });

  it('are people who requested notifications of the channel, follow the topic in any spelling, or are mentioned', () => {
    const personalFlags = [
      { userId: 40, flags: ['mentioned'] },
      { userId: 50, flags: ['has_alert_word'] },
    ];
    const found = candidatesOf(inChannel({ personalFlags }), interest);
    expect([...found.keys()].sort()).toEqual([10, 20, 40]);
    expect(found.get(40)).toMatchObject({ isMentioned: true, topicPolicy: 0, channel: { isMuted: false } });
    expect(found.get(20)).toMatchObject({ isMentioned: false, topicPolicy: 3 });
  });

  it('are not people whose settings concern only mentions', () => {
    const subscribers = [
      subscriber(10, { isMuted: true }),
      subscriber(20, { wildcardMentions: true }),
      subscriber(30, { email: false, push: false }),
      subscriber(40, { isMuted: true, push: true }),
      subscriber(50, { push: true }),
      subscriber(60),
      subscriber(70, { email: false, push: false }),
      subscriber(80, { isMuted: true }),
    ];
    const mutedTopic = { ...muting, userId: 50 };
    const unmutedTopic = { userId: 80, topic: 'Lunch', visibilityPolicy: 2 };
    const known = interestOf(
      5,
      { subscribers, topics: [mutedTopic, unmutedTopic] },
      new Set([60, 70, 80, 90]),
    );
    expect([...candidatesOf(inChannel(), known).keys()].sort()).toEqual([60, 80]);
    const toAll = candidatesOf(inChannel({ mentionsChannel: true }), known);
    expect([...toAll.keys()].sort()).toEqual([10, 20, 30, 40, 50, 60, 70, 80]);
  });

  it('do not exist for a message without mentions in a channel without followers', () => {
    const quiet = interestOf(
      5,
      { subscribers: [subscriber(10, { isMuted: true })], topics: [muting] },
      nobody,
    );
    expect(isQuiet(quiet)).toBe(true);
    expect(candidatesOf(inChannel(), quiet).size).toBe(0);
    expect(isQuiet(interest)).toBe(false);
    expect(isQuiet(interestOf(5, { subscribers: [], topics: [follower] }, nobody))).toBe(false);
    expect(isQuiet(interestOf(5, { subscribers: [subscriber(10)], topics: [] }, new Set([10])))).toBe(false);
  });

  it('follow from the place and the sender when a message has no mentions', () => {
    const at = { senderId: 1, channelId: 5, topic: 'lunch' };
    expect(concernsNobody(interest, at)).toBe(false);
    const followedBy = interestOf(5, { subscribers: [], topics: [follower, muting] }, nobody);
    expect(concernsNobody(followedBy, at)).toBe(false);
    expect(concernsNobody(followedBy, { ...at, topic: 'dinner' })).toBe(true);
    expect(concernsNobody(followedBy, { ...at, senderId: 20 })).toBe(true);
    const muted = interestOf(5, { subscribers: [subscriber(30, { push: true })], topics: [muting] }, nobody);
    expect(concernsNobody(muted, at)).toBe(true);
    expect(concernsNobody(muted, { ...at, topic: 'dinner' })).toBe(false);
    expect(concernsNobody(muted, { ...at, topic: 'dinner', senderId: 30 })).toBe(true);
  });

  it('include the participants whom a topic wildcard mentions', () => {
    const message = inChannel({ mentionsTopic: true, topicParticipantIds: [1, 60] });
    expect(candidatesOf(message, interest).get(60)).toMatchObject({ mentionsTopic: true });
    expect(candidatesOf(message, interest).has(1)).toBe(false);
  });

  it('are neither the sender nor people for whom the message was marked as read when it was sent', () => {
    const direct = MessageSent.fromPartial({
      senderId: 1,
      place: { $case: 'direct', direct: { recipients: [{ userId: 1 }, { userId: 2 }, { userId: 3 }] } },
      personalFlags: [{ userId: 3, flags: ['read'] }],
    });
    expect([...candidatesOf(direct, undefined).keys()]).toEqual([2]);
    const readByAll = { ...direct, readByRecipients: true, unreadUserIds: [] };
    expect(candidatesOf(readByAll, undefined).size).toBe(0);
  });

  it('do not exist for welcomes and for notices of system bots in channels', () => {
    const bot = { isSystemBot: true };
    const direct = MessageSent.fromPartial({ place: { $case: 'direct', direct: {} } });
    expect(isNotifying(inChannel(), bot)).toBe(false);
    expect(isNotifying({ ...direct, senderEmail: 'welcome-bot@example.com' }, bot)).toBe(false);
    expect(isNotifying({ ...direct, senderEmail: 'notification-bot@example.com' }, bot)).toBe(true);
    expect(isNotifying(inChannel(), { isSystemBot: false })).toBe(true);
  });
});

describe('a person', () => {
  const times = { nowMs: 1_000_000, idleMs: 140_000 };

  it('is present while a client polls, unless a client that reports presence says otherwise', () => {
    const polling = { ...noActivity, polledAtMs: 999_000 };
    expect(lastSeenMs(polling, times)).toBe(999_000);
    expect(lastSeenMs({ ...polling, activeAtMs: 500_000, connectedAtMs: 990_000 }, times)).toBe(500_000);
    expect(lastSeenMs({ ...polling, activeAtMs: 500_000, connectedAtMs: 600_000 }, times)).toBe(999_000);
  });

  it('is notified once they have been away for a time, unless they returned after the message', () => {
    expect(judge(900_000, 0, times)).toBe('notify');
    expect(judge(900_000, 860_000, times)).toBe('notify');
    expect(judge(990_000, 880_000, times)).toEqual({ waitUntilMs: 1_020_000 });
    expect(judge(900_000, 950_000, times)).toBe('seen');
  });
});

describe('conversations', () => {
  const message = (more: Partial<MissedMessage>) => MissedMessage.fromPartial(more);

  it('are topics in any spelling and groups of people, in order of their first message', () => {
    const members = [{ userId: 3 }, { userId: 2 }].map((each) => ({ ...each, fullName: '' }));
    const found = conversationsOf([
      message({ messageId: 9, channelId: 5, topic: 'LUNCH' }),
      message({ messageId: 7, channelId: 5, topic: 'lunch' }),
      message({ messageId: 8, members }),
      message({ messageId: 6, members: members.toReversed() }),
    ]);
    expect(found.map(({ messages }) => messages.map(({ messageId }) => messageId))).toEqual([
      [6, 8],
      [7, 9],
    ]);
  });

  it('have a link, and one mail thread for each reader', () => {
    const inTopic = message({ messageId: 7, channelId: 5, channelName: 'all hands', topic: 'a/b' });
    const direct = message({ messageId: 8, members: [{ userId: 2, fullName: 'B' }] });
    expect(messageUrl('https://chat.example', inTopic)).toMatch(
      /^https:\/\/chat\.example\/#narrow\/channel\/5-all-hands\/topic\/a.2Fb\/near\/7$/,
    );
    expect(messageUrl('https://chat.example', direct)).toBe('https://chat.example/#narrow/dm/2/near/8');
    expect(threadIdOf('channel 5 lunch', 1, 'chat.example')).toBe(
      threadIdOf('channel 5 lunch', 1, 'chat.example'),
    );
    expect(threadIdOf('channel 5 lunch', 1, 'chat.example')).not.toBe(
      threadIdOf('channel 5 lunch', 2, 'chat.example'),
    );
  });
});

describe('an unsubscribe link in a mail', () => {
  it('identifies the recipient of the mail, and cannot be forged', () => {
    const token = unsubscribeToken(7, 'a key');
    expect(parseUnsubscribeToken(token, 'a key')).toBe(7);
    expect(parseUnsubscribeToken(token, 'another key')).toBeUndefined();
    expect(parseUnsubscribeToken(token.replace('7', '8'), 'a key')).toBeUndefined();
    for (const wrong of ['', '7', '7.', '.x', '07.x', `${token}x`]) {
      expect(parseUnsubscribeToken(wrong, 'a key')).toBeUndefined();
    }
  });
});

describe('the morning of a person', () => {
  const at = (hour: number) => Date.UTC(2026, 0, 7, hour);

  it('is now, or begins at eight o’clock in the person’s time zone', () => {
    expect(morningMs('', at(9))).toBe(at(9));
    expect(morningMs('Europe/Berlin', at(8))).toBe(at(8));
    expect(morningMs('America/New_York', at(9))).toBe(at(13));
    expect(morningMs('Asia/Tokyo', at(9))).toBe(at(9));
    expect(morningMs('no/zone', at(9))).toBe(at(9));
  });
});
