import type { Fact } from '@parley/proto/events/v1/facts';
import type { ChannelId, MessageId, UserId } from '@parley/rules';
import type { AppEventKind } from './manifest.ts';

/** Kinds of events beyond messages, which programs of bots can ask for. */
export const eventKinds = [
  'reaction_added',
  'reaction_removed',
  'channel_created',
  'channel_changed',
  'channel_archived',
  'member_joined_channel',
  'member_left_channel',
  'user_change',
  'team_join',
] as const satisfies readonly AppEventKind[];
export type EventKind = (typeof eventKinds)[number];

/** An event beyond messages, as it is stored with a delivery. Fields that do not belong to its kind are absent. */
export type AppEvent = {
  kind: EventKind;
  userId?: UserId;
  channelId?: ChannelId;
  messageId?: MessageId;
  emoji?: string;
};

/** Maximum number of events that one change makes; a change of more members is sent only as far. */
export const maxOfOneChange = 100;

/** Returns the events that a fact of the log means for programs. @param kind the kind of the event in the log */
export function appEventsOf(fact: NonNullable<Fact['value']>, kind: string): AppEvent[] {
  switch (fact.$case) {
    case 'reactionChanged': {
      const { userId, channelId, messageId, emojiName: emoji, isAdded } = fact.reactionChanged;
      return [{ kind: isAdded ? 'reaction_added' : 'reaction_removed', userId, channelId, messageId, emoji }];
    }
    case 'channelChanged': {
      const { channel, previous } = fact.channelChanged;
      if (!channel) return [];
      const { channelId } = channel;
      if (kind === 'channel.channel.created') return [{ kind: 'channel_created', channelId }];
      if (!previous) return [];
      return [
        {
          kind: channel.isArchived && !previous.isArchived ? 'channel_archived' : 'channel_changed',
          channelId,
        },
      ];
    }
    case 'subscriptionsAdded':
      return members('member_joined_channel', fact.subscriptionsAdded);
    case 'subscriptionsRemoved':
      return members('member_left_channel', fact.subscriptionsRemoved);
    case 'userChanged': {
      const { user, previousRole } = fact.userChanged;
      if (!user) return [];
      return [{ kind: previousRole === 0 ? 'team_join' : 'user_change', userId: user.userId }];
    }
    default:
      return [];
  }
}

const members = (
  kind: EventKind,
  { userIds, channelIds }: { userIds: readonly UserId[]; channelIds: readonly ChannelId[] },
): AppEvent[] =>
  channelIds
    .flatMap((channelId) => userIds.map((userId) => ({ kind, channelId, userId })))
    .slice(0, maxOfOneChange);
