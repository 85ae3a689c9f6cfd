import { errors } from '@parley/core';
import type { Follower } from '@parley/event-log';
import { channelNameKey, emailKey, type GroupId } from '@parley/rules';
import { only, openCaches } from './caches.ts';
import { createCatchUp } from './catch-up.ts';
import { mergeInto } from './merge.ts';
import { type Organization, organizationInForce, type SentOrganization } from './organization.ts';
import type { FactCache, FactCacheOptions, Group } from './types.ts';

/** Creates a cache of facts: opens empty caches, and starts the follower that keeps them up to date. Lookups fill the caches. */
export function createFactCache(options: FactCacheOptions): FactCache {
  const caches = openCaches(options, () => follower.freshness.isFresh());
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
  const clear = () => {
    for (const cache of Object.values(caches)) cache.clear();
  };
  const follower: Follower = options.follow({
    onEvents: mergeInto(caches, options),
    onEpoch: clear,
    onGap: clear,
  });

  /** By the object that `user-admin` has sent. These never change, so defaults are added once. */
  const inForce = new WeakMap<SentOrganization, Organization>();

  const allGroups: FactCache['groups'] = async ({ call, confirm }) =>
    (await groups.get(only, call, confirm)) ?? new Map<GroupId, Group>();

  return {
    follower,
    catchUp: createCatchUp(follower, options.registry),
    users: {
      get: (userId, { call, confirm }) => users.get(userId, call, confirm),
      many: (userIds, { call, confirm }) => users.many(userIds, call, confirm),
      manyByEmail: (emails, { call, confirm }) => users.named(Array.from(emails, emailKey), call, confirm),
    },
    channels: {
      get: (channelId, { call, confirm }) => channels.get(channelId, call, confirm),
      many: (channelIds, { call, confirm }) => channels.many(channelIds, call, confirm),
      byName: async (name, { call, confirm }) => {
        const key = channelNameKey(name);
        return (await channels.named([key], call, confirm)).get(key);
      },
    },
    subscriptions: async (userId, { call, confirm }) =>
      (await subscriptions.get(userId, call, confirm)) ?? new Map(),
    topics: async (userId, { call, confirm }) => (await userTopics.get(userId, call, confirm)) ?? new Map(),
    writingSettings: (userIds, { call, confirm }) => writingSettings.many(userIds, call, confirm),
    notificationSettings: (userIds, { call, confirm }) => notificationSettings.many(userIds, call, confirm),
    groups: allGroups,
    alertWords: async ({ call, confirm }) => (await alertWords.get(only, call, confirm)) ?? new Map(),
    mutedUsers: async ({ call, confirm }) => (await mutedUsers.get(only, call, confirm)) ?? new Map(),
    async organization(lookup) {
      const sent = await organization.get(only, lookup.call, lookup.confirm);
      if (!sent) throw errors.noOrganization();
      let value = inForce.get(sent);
      if (!value) {
        // The groups are needed only for the system groups, which never change. So the cache need not be confirmed.
        const known = await allGroups({ ...lookup, confirm: false });
        value = organizationInForce(sent, known.values());
        inForce.set(sent, value);
      }
      return value;
    },
  };
}
