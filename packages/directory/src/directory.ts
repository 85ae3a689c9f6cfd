import { errors } from '@parley/core';
import type { Follower } from '@parley/event-log';
import { only, openCaches } from './caches.ts';
import { holdsRight } from './groups.ts';
import { channelNameKey, emailKey } from './keys.ts';
import { mergeInto } from './merge.ts';
import type { Directory, DirectoryOptions, Group } from './types.ts';
import { userTopicKey } from './user-topics.ts';

/** Opens the caches and starts their follower. They are empty at first and filled by questions. */
export function createDirectory(options: DirectoryOptions): Directory {
  const caches = openCaches(options, () => follower.freshness.isFresh());
  const { users, channels, subscriptions, userTopics, writingSettings, groups, alertWords, organization } =
    caches;
  const clear = () => {
    for (const cache of Object.values(caches)) cache.clear();
  };
  const follower: Follower = options.follow({
    onEvents: mergeInto(caches, options),
    onEpoch: clear,
    onGap: clear,
  });

  const settings: Directory['organization']['settings'] = async (call, lookup) => {
    const value = await organization.get(only, call, lookup?.confirm);
    if (!value) throw errors.unavailable('There is no organization yet.');
    return value;
  };
  const allGroups = async (...[call, lookup]: Parameters<typeof settings>) =>
    (await groups.get(only, call, lookup?.confirm)) ?? new Map<number, Group>();

  return {
    follower,
    users: {
      get: (userId, call, lookup) => users.get(userId, call, lookup?.confirm),
      many: (userIds, call, lookup) => users.many(userIds, call, lookup?.confirm),
      byEmail: async (email, call, lookup) => {
        const key = emailKey(email);
        return (await users.named([key], call, lookup?.confirm)).get(key);
      },
      manyByEmail: (emails, call, lookup) => users.named(Array.from(emails, emailKey), call, lookup?.confirm),
    },
    channels: {
      get: (channelId, call, lookup) => channels.get(channelId, call, lookup?.confirm),
      many: (channelIds, call, lookup) => channels.many(channelIds, call, lookup?.confirm),
      byName: async (name, call, lookup) => {
        const key = channelNameKey(name);
        return (await channels.named([key], call, lookup?.confirm)).get(key);
      },
    },
    subscriptions: {
      of: async (userId, call, lookup) =>
        (await subscriptions.get(userId, call, lookup?.confirm)) ?? new Map(),
    },
    userTopics: {
      policy: async (userId, channelId, topic, call) =>
        (await userTopics.get(userId, call))?.get(userTopicKey(channelId, topic)) ?? 0,
    },
    writingSettings: {
      many: (userIds, call) => writingSettings.many(userIds, call),
    },
    groups: {
      get: async (groupId, call, lookup) => (await allGroups(call, lookup)).get(groupId),
      byName: async (name, call, lookup) => {
        for (const group of (await allGroups(call, lookup)).values()) if (group.name === name) return group;
        return undefined;
      },
      system: async (rule, call, lookup) => {
        for (const group of (await allGroups(call, lookup)).values()) if (group.rule === rule) return group;
        throw errors.unavailable('There is no organization yet.');
      },
      isMember: async (setting, user, call, lookup) => {
        const [all, { waitingPeriodDays }] = await Promise.all([
          allGroups(call, lookup),
          settings(call, lookup),
        ]);
        const nowSeconds = Math.floor(Date.now() / 1000);
        return holdsRight(setting, user, { groups: all, waitingPeriodDays, nowSeconds });
      },
    },
    alertWords: {
      all: async (call, lookup) => (await alertWords.get(only, call, lookup?.confirm)) ?? new Map(),
    },
    organization: { settings },
  };
}
