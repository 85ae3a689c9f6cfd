import { type FollowedEvent, handleFacts } from '@parley/event-log';
import type { UserId } from '@parley/rules';
import { Counter } from 'prom-client';
import { type Caches, only } from './caches.ts';
import { parseOrganization } from './organization.ts';
import { joined, left, muted } from './subscriptions.ts';
import type { FactCacheHandlers, FactCacheOptions } from './types.ts';
import { topicSet } from './user-topics.ts';

const onlyKeys = [only];

/** Facts about subscriptions and topics contain a change; all others contain the whole new value. */
export function mergeInto(
  caches: Caches,
  { logger, registry }: Pick<FactCacheOptions, 'logger' | 'registry'>,
): FactCacheHandlers['onEvents'] {
  const {
    users,
    channels,
    subscriptions,
    userTopics,
    writingSettings,
    notificationSettings,
    groups,
    alertWords,
    mutedUsers,
    organization,
  } = caches;
  const unknownEvents = new Counter({
    name: 'parley_directory_unknown_events_total',
    help: 'Events with facts that this release does not know.',
    registers: [registry],
  });
  return handleFacts(
    [
      'userChanged',
      'channelChanged',
      'channelRemoved',
      'subscriptionsAdded',
      'subscriptionsRemoved',
      'subscriptionMuted',
      'userTopicChanged',
      'writingSettingsChanged',
      'notificationSettingsChanged',
      'groupChanged',
      'alertWordsChanged',
      'mutedUsersChanged',
      'organizationChanged',
    ],
    {
      userChanged: ({ user }, { transactionId }) => {
        if (user) users.apply({ keys: [user.userId], transactionId, next: () => user });
      },
      channelChanged: ({ channel }, { transactionId }) => {
        if (channel) channels.apply({ keys: [channel.channelId], transactionId, next: () => channel });
      },
      channelRemoved: ({ channelId }, { transactionId }) =>
        channels.apply({ keys: [channelId], transactionId, next: () => undefined }),
      subscriptionsAdded: (fact, { transactionId }) => subscriptions.apply(joined(fact, transactionId)),
      subscriptionsRemoved: (fact, { transactionId }) => subscriptions.apply(left(fact, transactionId)),
      subscriptionMuted: (fact, { transactionId }) => subscriptions.apply(muted(fact, transactionId)),
      userTopicChanged: (fact, { transactionId }) => userTopics.apply(topicSet(fact, transactionId)),
      writingSettingsChanged: (settings, { transactionId }) =>
        writingSettings.apply({ keys: [settings.userId], transactionId, next: () => settings }),
      notificationSettingsChanged: (settings, { transactionId }) =>
        notificationSettings.apply({ keys: [settings.userId], transactionId, next: () => settings }),
      groupChanged: ({ group }, { transactionId }) => {
        if (!group) return;
        groups.apply({
          keys: onlyKeys,
          transactionId,
          next: (all) => all && new Map(all).set(group.groupId, group),
        });
      },
      alertWordsChanged: ({ userId, words }, { transactionId }) =>
        alertWords.apply({
          keys: onlyKeys,
          transactionId,
          next: (all) => all && withList(all, userId, words),
        }),
      mutedUsersChanged: ({ userId, mutedUserIds }, { transactionId }) =>
        mutedUsers.apply({
          keys: onlyKeys,
          transactionId,
          next: (all) => all && withList(all, userId, mutedUserIds),
        }),
      organizationChanged: (changed, { transactionId }) => {
        const sent = parseOrganization(changed);
        organization.apply({ keys: onlyKeys, transactionId, next: () => sent });
      },
    },
    (event: FollowedEvent) => {
      unknownEvents.inc();
      logger.debug({ eventId: event.id }, 'event of an unknown kind');
    },
  );
}

function withList<Item>(
  all: ReadonlyMap<number, readonly Item[]>,
  userId: UserId,
  list: readonly Item[],
): ReadonlyMap<number, readonly Item[]> {
  const next = new Map(all);
  if (list.length > 0) next.set(userId, list);
  else next.delete(userId);
  return next;
}
