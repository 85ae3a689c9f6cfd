import { errors } from '@parley/core';
import type { Follower } from '@parley/event-log';
import { channelNameKey, emailKey, holdsRight, userTopicKey } from '@parley/rules';
import { only, openCaches } from './caches.ts';
import { mergeInto } from './merge.ts';
import { type Organization, organizationInForce, type SentOrganization } from './organization.ts';
import type { Directory, DirectoryOptions, Group } from './types.ts';

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

  /** Organizations in force by what the owner sent: values are never changed, so each is worked out once. */
  const inForce = new WeakMap<SentOrganization, Organization>();

  const allGroups: Directory['groups']['all'] = async (call, lookup) =>
    (await groups.get(only, call, lookup?.confirm)) ?? new Map<number, Group>();

  const theOrganization: Directory['organization']['get'] = async (call, lookup) => {
    const sent = await organization.get(only, call, lookup?.confirm);
    if (!sent) throw errors.unavailable('There is no organization yet.');
    let value = inForce.get(sent);
    if (!value) {
      value = organizationInForce(sent, (await allGroups(call)).values());
      inForce.set(sent, value);
    }
    return value;
  };

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
      of: async (userId, call, lookup) => (await userTopics.get(userId, call, lookup?.confirm)) ?? new Map(),
      policy: async (userId, channelId, topic, call) =>
        (await userTopics.get(userId, call))?.get(userTopicKey(channelId, topic)) ?? 0,
    },
    writingSettings: {
      many: (userIds, call, lookup) => writingSettings.many(userIds, call, lookup?.confirm),
    },
    groups: {
      all: allGroups,
      get: async (groupId, call, lookup) => (await allGroups(call, lookup)).get(groupId),
      byName: async (name, call, lookup) =>
        (await allGroups(call, lookup)).values().find((group) => group.name === name),
      system: async (rule, call, lookup) => {
        const group = (await allGroups(call, lookup)).values().find((each) => each.rule === rule);
        if (!group) throw errors.unavailable('There is no organization yet.');
        return group;
      },
      isMember: async (setting, user, call, lookup) => {
        const [all, { settings }] = await Promise.all([
          allGroups(call, lookup),
          theOrganization(call, lookup),
        ]);
        return holdsRight(setting, user, {
          groups: all,
          waitingPeriodDays: settings.waiting_period_threshold,
          nowSeconds: Math.floor(Date.now() / 1000),
        });
      },
    },
    alertWords: {
      all: async (call, lookup) => (await alertWords.get(only, call, lookup?.confirm)) ?? new Map(),
    },
    organization: {
      get: theOrganization,
      settings: async (call, lookup) => (await theOrganization(call, lookup)).settings,
    },
  };
}
