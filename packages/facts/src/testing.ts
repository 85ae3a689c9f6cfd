/** A cache of facts for tests. Its facts are in memory. */
import type { Follower } from '@parley/event-log';
import {
  type ChannelId,
  channelNameKey,
  emailKey,
  type GroupId,
  type UserId,
  type UserTopics,
} from '@parley/rules';
import { type Linkifier, type OwnEmoji, toOrganizationFacts } from '@parley/settings';
import { organizationInForce, parseOrganization } from './organization.ts';
import type {
  Channel,
  FactCache,
  Group,
  Lookup,
  NotificationSettings,
  SubscriptionHistory,
  User,
  WritingSettings,
} from './types.ts';

/** The facts that the cache returns. Tests may change them at any time. */
export type TestFacts = {
  users: ReadonlyMap<UserId, User>;
  groups: ReadonlyMap<GroupId, Group>;
  /** Settings with other values than their defaults. The defaults refer to system groups, which `groups` must contain. */
  settings: Readonly<Record<string, unknown>>;
  /** Linkifiers and emoji of the organization. Default: none. */
  linkifiers?: readonly Linkifier[];
  emoji?: readonly OwnEmoji[];
  isDeactivated?: boolean;
  channels?: ReadonlyMap<ChannelId, Channel>;
  histories?: ReadonlyMap<UserId, ReadonlyMap<ChannelId, SubscriptionHistory>>;
  /** Visibility policies of topics: by user ID, then by `userTopicKey`. */
  topics?: ReadonlyMap<UserId, UserTopics>;
  writingSettings?: ReadonlyMap<UserId, WritingSettings>;
  notificationSettings?: ReadonlyMap<UserId, NotificationSettings>;
  alertWords?: ReadonlyMap<UserId, readonly string[]>;
  mutedUsers?: ReadonlyMap<UserId, readonly UserId[]>;
};

/** A lookup in the cache of facts. `isConfirmed` tells whether the lookup had to ask the owning service instead of the cache. */
export type TestLookup = { what: string; isConfirmed: boolean };

/** @param lookups every lookup is added to it, in order */
export function createTestFactCache(facts: TestFacts, lookups: TestLookup[] = []): FactCache {
  const looked = (what: string, { confirm }: Lookup) => lookups.push({ what, isConfirmed: confirm });
  const usersByEmail = () =>
    new Map(
      [...facts.users.values()].flatMap((user) => [
        [emailKey(user.deliveryEmail), user] as const,
        [emailKey(user.email), user] as const,
      ]),
    );
  return {
    users: {
      async get(userId, lookup) {
        looked(`user ${userId}`, lookup);
        return facts.users.get(userId);
      },
      async many(userIds, lookup) {
        const ids = [...userIds];
        looked(`users ${ids}`, lookup);
        return picked(facts.users, ids);
      },
      async manyByEmail(emails, lookup) {
        const keys = Array.from(emails, emailKey);
        looked(`emails ${keys}`, lookup);
        return picked(usersByEmail(), keys);
      },
    },
    channels: {
      async get(channelId, lookup) {
        looked(`channel ${channelId}`, lookup);
        return facts.channels?.get(channelId);
      },
      async many(channelIds, lookup) {
        const ids = [...channelIds];
        looked(`channels ${ids}`, lookup);
        return picked(facts.channels ?? new Map(), ids);
      },
      async byName(name, lookup) {
        looked(`channel ${name}`, lookup);
        const key = channelNameKey(name);
        return facts.channels?.values().find((channel) => channelNameKey(channel.name) === key);
      },
    },
    async subscriptions(userId, lookup) {
      looked(`subscriptions ${userId}`, lookup);
      return facts.histories?.get(userId) ?? new Map();
    },
    async topics(userId, lookup) {
      looked(`topics ${userId}`, lookup);
      return facts.topics?.get(userId) ?? new Map();
    },
    async writingSettings(userIds, lookup) {
      const ids = [...userIds];
      looked(`writing settings ${ids}`, lookup);
      return picked(facts.writingSettings ?? new Map(), ids);
    },
    async notificationSettings(userIds, lookup) {
      const ids = [...userIds];
      looked(`notification settings ${ids}`, lookup);
      return picked(facts.notificationSettings ?? new Map(), ids);
    },
    async groups(lookup) {
      looked('groups', lookup);
      return facts.groups;
    },
    async alertWords(lookup) {
      looked('alert words', lookup);
      return facts.alertWords ?? new Map();
    },
    async mutedUsers(lookup) {
      looked('muted users', lookup);
      return facts.mutedUsers ?? new Map();
    },
    async organization(lookup) {
      looked('organization', lookup);
      const sent = parseOrganization({
        ...toOrganizationFacts({
          settings: facts.settings,
          linkifiers: facts.linkifiers ?? [],
          emoji: facts.emoji ?? [],
        }),
        isDeactivated: facts.isDeactivated ?? false,
      });
      return organizationInForce(sent, facts.groups.values());
    },
    catchUp: (call) => call,
    // A follower that has read nothing yet.
    follower: {
      position: { epoch: '', sequence: 0 },
      freshness: { ageMs: () => Number.POSITIVE_INFINITY },
      waitFor: () => new Promise(() => undefined),
    } as unknown as Follower,
  };
}

function picked<Key, Value>(all: ReadonlyMap<Key, Value>, keys: readonly Key[]): Map<Key, Value> {
  return new Map(
    keys.flatMap((key) => {
      const value = all.get(key);
      return value === undefined ? [] : [[key, value] as const];
    }),
  );
}
