import { errors } from '@parley/core';
import { type FollowedEvent, handleFacts } from '@parley/event-log';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import { Counter, Gauge } from 'prom-client';
import { holdsRight } from './groups.ts';
import { channelNameKey, emailKey } from './keys.ts';
import { type OrganizationSettings, parseOrganizationSettings } from './organization.ts';
import { OwnedCache } from './owned-cache.ts';
import { type Histories, historiesOf, joined, left, muted } from './subscriptions.ts';
import type {
  Channel,
  ChannelLookups,
  Directory,
  DirectoryOptions,
  Group,
  User,
  WritingSettings,
} from './types.ts';
import { topicSet, type UserTopics, userTopicKey, userTopicsOf } from './user-topics.ts';

const defaultLimits = { users: 100_000, channels: 50_000, subscriptions: 20_000 };

/** Key of a value that there is one of. */
const only = 0;
const onlyKeys = [only];

/** Opens the caches and starts their follower. They are empty at first and filled by questions. */
export function createDirectory(options: DirectoryOptions): Directory {
  const { userAdmin, logger, registry } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const lookups = new Counter({
    name: 'parley_directory_lookups_total',
    help: 'Questions about people, channels and groups, by how they were answered.',
    labelNames: ['cache', 'outcome'],
    registers: [registry],
  });
  const unknownEvents = new Counter({
    name: 'parley_directory_unknown_events_total',
    help: 'Events whose facts this release does not know.',
    registers: [registry],
  });
  const shared = (cache: string) => ({
    isFresh: () => follower.freshness.isFresh(),
    count: (outcome: string) => lookups.inc({ cache, outcome }),
  });
  const channelOwner = (): ChannelLookups => {
    if (!options.channel) throw new Error('This service opened its directory without channels.');
    return options.channel;
  };

  const users = new OwnedCache<User>({
    ...shared('users'),
    limit: limits.users,
    batchSize: 500,
    namesOf: (user) =>
      user.email === user.deliveryEmail
        ? [emailKey(user.email)]
        : [emailKey(user.email), emailKey(user.deliveryEmail)],
    fetch: async (keys, names, call) => {
      const answer = await userAdmin.resolveUsers(
        { userIds: [...keys], emails: [...names] },
        call,
        idempotent,
      );
      return { values: byId(answer.users, (user) => user.userId), snapshot: known(answer.snapshot) };
    },
  });
  const channels = new OwnedCache<Channel>({
    ...shared('channels'),
    limit: limits.channels,
    batchSize: 500,
    namesOf: (channel) => [channelNameKey(channel.name)],
    fetch: async (keys, names, call) => {
      const answer = await channelOwner().resolveChannels(
        { channelIds: [...keys], names: [...names] },
        call,
        idempotent,
      );
      return {
        values: byId(answer.channels, (channel) => channel.channelId),
        snapshot: known(answer.snapshot),
      };
    },
  });
  const subscriptions = new OwnedCache<Histories>({
    ...shared('subscriptions'),
    limit: limits.subscriptions,
    batchSize: 1,
    fetch: async ([userId], _names, call) => {
      const answer = await channelOwner().getSubscriptionHistories({ userId: userId! }, call, idempotent);
      return {
        values: new Map([[userId!, historiesOf(answer.histories)]]),
        snapshot: known(answer.snapshot),
      };
    },
  });
  const userTopics = new OwnedCache<UserTopics>({
    ...shared('user_topics'),
    limit: limits.subscriptions,
    batchSize: 1,
    fetch: async ([userId], _names, call) => {
      const owner = channelOwner();
      if (!owner.getUserTopics) throw new Error('This service opened its directory without user topics.');
      const answer = await owner.getUserTopics({ userId: userId! }, call, idempotent);
      return {
        values: new Map([[userId!, userTopicsOf(answer.topics)]]),
        snapshot: known(answer.snapshot),
      };
    },
  });
  const writingSettings = new OwnedCache<WritingSettings>({
    ...shared('writing_settings'),
    limit: limits.users,
    batchSize: 500,
    fetch: async (keys, _names, call) => {
      if (!userAdmin.resolveWritingSettings)
        throw new Error('This service opened its directory without writing settings.');
      const answer = await userAdmin.resolveWritingSettings({ userIds: [...keys] }, call, idempotent);
      return { values: byId(answer.people, ({ userId }) => userId), snapshot: known(answer.snapshot) };
    },
  });
  const groups = new OwnedCache<ReadonlyMap<number, Group>>({
    ...shared('groups'),
    limit: 1,
    batchSize: 1,
    fetch: async (_keys, _names, call) => {
      const answer = await userAdmin.listGroups({}, call, idempotent);
      return {
        values: new Map([[only, byId(answer.groups, (group) => group.groupId)]]),
        snapshot: known(answer.snapshot),
      };
    },
  });
  const alertWords = new OwnedCache<ReadonlyMap<number, readonly string[]>>({
    ...shared('alert_words'),
    limit: 1,
    batchSize: 1,
    fetch: async (_keys, _names, call) => {
      if (!userAdmin.listAlertWords)
        throw new Error('This service opened its directory without alert words.');
      const answer = await userAdmin.listAlertWords({}, call, idempotent);
      return {
        values: new Map([[only, new Map(answer.people.map(({ userId, words }) => [userId, words]))]]),
        snapshot: known(answer.snapshot),
      };
    },
  });
  const organization = new OwnedCache<OrganizationSettings>({
    ...shared('organization'),
    limit: 1,
    batchSize: 1,
    fetch: async (_keys, _names, call) => {
      const answer = await userAdmin.getOrganization({}, call, idempotent);
      return {
        values: new Map([[only, parseOrganizationSettings(answer.settingsJson)]]),
        snapshot: known(answer.snapshot),
      };
    },
  });
  const caches = {
    users,
    channels,
    subscriptions,
    userTopics,
    writingSettings,
    groups,
    alertWords,
    organization,
  };
  new Gauge({
    name: 'parley_directory_entries',
    help: 'Values kept.',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const [cache, { size }] of Object.entries(caches)) this.set({ cache }, size);
    },
  });

  const merge = handleFacts(
    [
      'userChanged',
      'channelChanged',
      'channelRemoved',
      'subscriptionsAdded',
      'subscriptionsRemoved',
      'subscriptionMuted',
      'userTopicChanged',
      'writingSettingsChanged',
      'groupChanged',
      'alertWordsChanged',
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
          next: (all) => all && withWords(all, userId, words),
        }),
      organizationChanged: ({ settingsJson }, { transactionId }) => {
        const settings = parseOrganizationSettings(settingsJson);
        organization.apply({ keys: onlyKeys, transactionId, next: () => settings });
      },
    },
    (event: FollowedEvent) => {
      unknownEvents.inc();
      logger.debug({ eventId: event.id }, 'an event of an unknown kind');
    },
  );
  const clear = () => {
    for (const cache of Object.values(caches)) cache.clear();
  };
  const follower = options.follow({ onEvents: merge, onEpoch: clear, onGap: clear });

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

const idempotent = { idempotent: true };

function withWords(
  all: ReadonlyMap<number, readonly string[]>,
  userId: number,
  words: readonly string[],
): ReadonlyMap<number, readonly string[]> {
  const next = new Map(all);
  if (words.length > 0) next.set(userId, words);
  else next.delete(userId);
  return next;
}

const byId = <V>(values: readonly V[], idOf: (value: V) => number): Map<number, V> =>
  new Map(values.map((value) => [idOf(value), value]));

function known(snapshot: Snapshot | undefined): Snapshot {
  if (!snapshot) throw new Error('An owner answered without its snapshot.');
  return snapshot;
}
