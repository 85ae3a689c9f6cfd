/** For tests: a directory whose facts are held in memory. */
import type { Call } from '@parley/rpc';
import { channelNameKey, emailKey, holdsRight, type UserTopics, userTopicKey } from '@parley/rules';
import { organizationInForce, parseOrganization } from './organization.ts';
import type {
  Channel,
  Directory,
  Group,
  LookupOptions,
  SubscriptionHistory,
  User,
  WritingSettings,
} from './types.ts';

/** The facts of a test's organization; tests change them at any time. */
export type TestFacts = {
  users: ReadonlyMap<number, User>;
  groups: ReadonlyMap<number, Group>;
  /** As the owner sends them; the system groups must exist. */
  settings: Readonly<Record<string, unknown>>;
  channels?: ReadonlyMap<number, Channel>;
  histories?: ReadonlyMap<number, ReadonlyMap<number, SubscriptionHistory>>;
  /** What each person set for topics, by `userTopicKey`. */
  topics?: ReadonlyMap<number, UserTopics>;
  writingSettings?: ReadonlyMap<number, WritingSettings>;
  alertWords?: ReadonlyMap<number, readonly string[]>;
};

/** One lookup that reached the directory. */
export type TestLookup = { what: string; isConfirmed: boolean };

/**
 * Answers from the facts, as a directory that is always fresh.
 * @param lookups gets every lookup, in order
 */
export function createTestDirectory(facts: TestFacts, lookups: TestLookup[] = []): Directory {
  const looked = (what: string, options: LookupOptions | undefined) =>
    lookups.push({ what, isConfirmed: options?.confirm ?? false });
  const organization = (_call: Call, options?: LookupOptions) => {
    looked('organization', options);
    const sent = parseOrganization(Buffer.from(JSON.stringify(facts.settings)));
    return organizationInForce(sent, facts.groups.values());
  };
  const groups = (_call: Call, options?: LookupOptions) => {
    looked('groups', options);
    return facts.groups;
  };
  const usersByEmail = () =>
    new Map(
      [...facts.users.values()].flatMap((user) => [
        [emailKey(user.deliveryEmail), user] as const,
        [emailKey(user.email), user] as const,
      ]),
    );
  const channelsByName = () =>
    new Map([...(facts.channels?.values() ?? [])].map((channel) => [channelNameKey(channel.name), channel]));
  return {
    users: {
      async get(userId, _call, options) {
        looked(`user ${userId}`, options);
        return facts.users.get(userId);
      },
      async many(userIds, _call, options) {
        const ids = [...userIds];
        looked(`users ${ids}`, options);
        return picked(facts.users, ids);
      },
      async byEmail(email, _call, options) {
        looked(`email ${email}`, options);
        return usersByEmail().get(emailKey(email));
      },
      async manyByEmail(emails, _call, options) {
        const keys = Array.from(emails, emailKey);
        looked(`emails ${keys}`, options);
        return picked(usersByEmail(), keys);
      },
    },
    channels: {
      async get(channelId, _call, options) {
        looked(`channel ${channelId}`, options);
        return facts.channels?.get(channelId);
      },
      async many(channelIds, _call, options) {
        const ids = [...channelIds];
        looked(`channels ${ids}`, options);
        return picked(facts.channels ?? new Map(), ids);
      },
      async byName(name, _call, options) {
        looked(`channel ${name}`, options);
        return channelsByName().get(channelNameKey(name));
      },
    },
    subscriptions: {
      async of(userId, _call, options) {
        looked(`subscriptions ${userId}`, options);
        return facts.histories?.get(userId) ?? new Map();
      },
    },
    userTopics: {
      async of(userId, _call, options) {
        looked(`topics ${userId}`, options);
        return facts.topics?.get(userId) ?? new Map();
      },
      policy: async (userId, channelId, topic) =>
        facts.topics?.get(userId)?.get(userTopicKey(channelId, topic)) ?? 0,
    },
    writingSettings: {
      async many(userIds, _call, options) {
        const ids = [...userIds];
        looked(`writing settings ${ids}`, options);
        return picked(facts.writingSettings ?? new Map(), ids);
      },
    },
    groups: {
      all: async (call, options) => groups(call, options),
      get: async (groupId, call, options) => groups(call, options).get(groupId),
      byName: async (name, call, options) =>
        [...groups(call, options).values()].find((group) => group.name === name),
      system: async (rule, call, options) =>
        [...groups(call, options).values()].find((group) => group.rule === rule)!,
      isMember: async (setting, user, call, options) =>
        holdsRight(setting, user, {
          groups: groups(call, options),
          waitingPeriodDays: organization(call, options).settings.waiting_period_threshold,
          nowSeconds: Date.now() / 1000,
        }),
    },
    alertWords: {
      async all(_call, options) {
        looked('alert words', options);
        return facts.alertWords ?? new Map();
      },
    },
    organization: {
      get: async (call, options) => organization(call, options),
      settings: async (call, options) => organization(call, options).settings,
    },
    follower: undefined as never,
  };
}

function picked<Key, Value>(all: ReadonlyMap<Key, Value>, keys: readonly Key[]): Map<Key, Value> {
  return new Map(keys.flatMap((key) => (all.has(key) ? [[key, all.get(key)!] as const] : [])));
}
