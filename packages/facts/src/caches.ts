import { firstItem } from '@parley/core';
import type { Snapshot } from '@parley/proto/common/v1/snapshot';
import {
  channelNameKey,
  emailKey,
  type GroupId,
  type UserId,
  type UserTopics,
  userTopicsOf,
} from '@parley/rules';
import { Counter, Gauge } from 'prom-client';
import { parseOrganization, type SentOrganization } from './organization.ts';
import { type LookupOutcome, OwnedCache, type OwnedCacheOptions } from './owned-cache.ts';
import { type Histories, historiesOf } from './subscriptions.ts';
import type {
  Channel,
  ChannelLookups,
  FactCacheLimits,
  FactCacheOptions,
  Group,
  NotificationSettings,
  User,
  UserAdminLookups,
  WritingSettings,
} from './types.ts';

/** Key for caches that have only one value. */
export const only = 0;

const defaultLimits: FactCacheLimits = { users: 100_000, channels: 50_000, subscriptions: 20_000 };

const outcomes = ['cached', 'asked', 'confirmed', 'stale'] as const satisfies readonly LookupOutcome[];

type OpenedCache = {
  readonly cache: { readonly size: number };
  readonly lookups: Readonly<Record<LookupOutcome, number>>;
};

/** A function that opens a cache, and metrics that have the cache's name as a label. */
type Open = <V>(name: string, options: Omit<OwnedCacheOptions<V>, 'isFresh' | 'count'>) => OwnedCache<V>;

export type Caches = ReturnType<typeof openCaches>;

/** Opens the caches of facts and their metrics. A cache is filled with answers of the service that owns its facts. */
export function openCaches(options: FactCacheOptions, isFresh: () => boolean) {
  const { userAdmin, channel, registry } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const opened = new Map<string, OpenedCache>();
  new Counter({
    name: 'parley_directory_lookups_total',
    help: 'Lookups of people, channels, groups and other cached facts, by outcome.',
    labelNames: ['cache', 'outcome'],
    registers: [registry],
    collect() {
      this.reset();
      for (const [cache, { lookups }] of opened) {
        for (const outcome of outcomes)
          if (lookups[outcome] > 0) this.inc({ cache, outcome }, lookups[outcome]);
      }
    },
  });
  new Gauge({
    name: 'parley_directory_entries',
    help: 'Cached values.',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const [name, { cache }] of opened) this.set({ cache: name }, cache.size);
    },
  });
  const open: Open = (name, what) => {
    // These counters are plain numbers. A request makes about a dozen lookups, and a labelled counter is ten times as slow.
    const lookups = { cached: 0, asked: 0, confirmed: 0, stale: 0 };
    const count = (outcome: LookupOutcome) => {
      lookups[outcome]++;
    };
    const cache = new OwnedCache({ ...what, isFresh, count });
    opened.set(name, { cache, lookups });
    return cache;
  };
  return {
    ...openPeople(open, userAdmin, limits),
    ...openOrganization(open, userAdmin),
    ...openChannels(open, channel, limits),
  };
}

const openPeople = (open: Open, userAdmin: UserAdminLookups, limits: FactCacheLimits) => ({
  users: open<User>('users', {
    limit: limits.users,
    batchSize: 500,
    namesOf: (user) =>
      user.email === user.deliveryEmail
        ? [emailKey(user.email)]
        : [emailKey(user.email), emailKey(user.deliveryEmail)],
    fetch: async (keys, names, call) => {
      const request = { userIds: [...keys], emails: [...names] };
      const answer = await userAdmin.resolveUsers(request, call);
      return { values: byId(answer.users, (user) => user.userId), snapshot: known(answer.snapshot) };
    },
  }),
  writingSettings: open<WritingSettings>('writing_settings', {
    limit: limits.users,
    batchSize: 500,
    fetch: async (keys, _names, call) => {
      if (!userAdmin.resolveWritingSettings)
        throw new Error('This service opened its cache of facts without writing settings.');
      const answer = await userAdmin.resolveWritingSettings({ userIds: [...keys] }, call);
      return { values: byId(answer.people, ({ userId }) => userId), snapshot: known(answer.snapshot) };
    },
  }),
  notificationSettings: open<NotificationSettings>('notification_settings', {
    limit: limits.users,
    batchSize: 500,
    fetch: async (keys, _names, call) => {
      if (!userAdmin.resolveNotificationSettings)
        throw new Error('This service opened its cache of facts without notification settings.');
      const answer = await userAdmin.resolveNotificationSettings({ userIds: [...keys] }, call);
      return { values: byId(answer.people, ({ userId }) => userId), snapshot: known(answer.snapshot) };
    },
  }),
  alertWords: open<ReadonlyMap<UserId, readonly string[]>>('alert_words', {
    limit: 1,
    batchSize: 1,
    fetch: async (_keys, _names, call) => {
      if (!userAdmin.listAlertWords)
        throw new Error('This service opened its cache of facts without alert words.');
      const answer = await userAdmin.listAlertWords({}, call);
      const words = new Map(answer.people.map((person) => [person.userId, person.words]));
      return { values: new Map([[only, words]]), snapshot: known(answer.snapshot) };
    },
  }),
  mutedUsers: open<ReadonlyMap<UserId, readonly UserId[]>>('muted_users', {
    limit: 1,
    batchSize: 1,
    fetch: async (_keys, _names, call) => {
      if (!userAdmin.listMutedUsers)
        throw new Error('This service opened its cache of facts without muted users.');
      const answer = await userAdmin.listMutedUsers({}, call);
      const muted = new Map(answer.people.map((person) => [person.userId, person.mutedUserIds]));
      return { values: new Map([[only, muted]]), snapshot: known(answer.snapshot) };
    },
  }),
});

const openOrganization = (open: Open, userAdmin: UserAdminLookups) => ({
  groups: open<ReadonlyMap<GroupId, Group>>('groups', {
    limit: 1,
    batchSize: 1,
    fetch: async (_keys, _names, call) => {
      const answer = await userAdmin.listGroups({}, call);
      const groups = byId(answer.groups, (group) => group.groupId);
      return { values: new Map([[only, groups]]), snapshot: known(answer.snapshot) };
    },
  }),
  organization: open<SentOrganization>('organization', {
    limit: 1,
    batchSize: 1,
    fetch: async (_keys, _names, call) => {
      const answer = await userAdmin.getOrganization({}, call);
      const sent = parseOrganization(answer);
      return { values: new Map([[only, sent]]), snapshot: known(answer.snapshot) };
    },
  }),
});

function openChannels(open: Open, channel: ChannelLookups | undefined, limits: FactCacheLimits) {
  const owner = (): ChannelLookups => {
    if (!channel) throw new Error('This service opened its cache of facts without channels.');
    return channel;
  };
  return {
    channels: open<Channel>('channels', {
      limit: limits.channels,
      batchSize: 500,
      namesOf: ({ name }) => [channelNameKey(name)],
      fetch: async (keys, names, call) => {
        const request = { channelIds: [...keys], names: [...names] };
        const answer = await owner().resolveChannels(request, call);
        return { values: byId(answer.channels, (each) => each.channelId), snapshot: known(answer.snapshot) };
      },
    }),
    subscriptions: open<Histories>('subscriptions', {
      limit: limits.subscriptions,
      batchSize: 1,
      fetch: async (keys, _names, call) => {
        const userId = firstItem(keys);
        const answer = await owner().getSubscriptionHistories({ userId }, call);
        return {
          values: new Map([[userId, historiesOf(answer.histories)]]),
          snapshot: known(answer.snapshot),
        };
      },
    }),
    userTopics: open<UserTopics>('user_topics', {
      limit: limits.subscriptions,
      batchSize: 1,
      fetch: async (keys, _names, call) => {
        const userId = firstItem(keys);
        const asked = owner();
        if (!asked.getUserTopics)
          throw new Error('This service opened its cache of facts without user topics.');
        const answer = await asked.getUserTopics({ userId }, call);
        return {
          values: new Map([[userId, userTopicsOf(answer.topics)]]),
          snapshot: known(answer.snapshot),
        };
      },
    }),
  };
}

const byId = <V>(values: readonly V[], idOf: (value: V) => number): Map<number, V> =>
  new Map(values.map((value) => [idOf(value), value]));

function known(snapshot: Snapshot | undefined): Snapshot {
  if (!snapshot) throw new Error('An owner returned no snapshot.');
  return snapshot;
}
