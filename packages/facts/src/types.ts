import type { Logger } from '@parley/core';
import type { Follower, FollowOptions } from '@parley/event-log';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { SubscriptionHistory } from '@parley/proto/common/v1/subscription';
import type {
  Channel,
  Group,
  NotificationSettings,
  User,
  WritingSettings,
} from '@parley/proto/events/v1/facts';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Call, RpcClient } from '@parley/rpc';
import type { ChannelId, GroupId, UserId, UserTopics } from '@parley/rules';
import type { Registry } from 'prom-client';
import type { Organization } from './organization.ts';

export type {
  Channel,
  Group,
  GroupSetting,
  NotificationSettings,
  SubscriptionHistory,
  User,
  WritingSettings,
};

export type UserAdminLookups = Pick<
  RpcClient<typeof UserAdminServiceService>,
  'resolveUsers' | 'listGroups' | 'getOrganization'
> &
  /** Needed only by services that use alert words and muted users. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'listAlertWords' | 'listMutedUsers'>> &
  /** Needed only by services that use settings for writing messages. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'resolveWritingSettings'>> &
  /** Needed only by the service that notifies people. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'resolveNotificationSettings'>>;

export type ChannelLookups = Pick<
  RpcClient<typeof ChannelServiceService>,
  'resolveChannels' | 'getSubscriptionHistories'
> &
  /** Needed only by services that use visibility policies of topics. */
  Partial<Pick<RpcClient<typeof ChannelServiceService>, 'getUserTopics'>>;

export type FactCacheHandlers = Required<Pick<FollowOptions, 'onEvents' | 'onEpoch' | 'onGap'>>;

/** Maximum number of entries in each cache. The least recently used entry is evicted. */
export type FactCacheLimits = { users: number; channels: number; subscriptions: number };

export type FactCacheOptions = {
  /** Usually `(handlers) => follow({ nats, prefix, from: 'head', ...handlers })`. */
  follow: (handlers: FactCacheHandlers) => Follower;
  userAdmin: UserAdminLookups;
  /** Undefined in the service `channel` itself, and in services that look up no channels. */
  channel?: ChannelLookups;
  logger: Logger;
  registry: Registry;
  limits?: Partial<FactCacheLimits>;
};

/** Options of a lookup. Services do not use them directly; they use a `Scope`. */
export type Lookup = {
  call: Call;
  /** Whether to ask the owning service even if the fact is cached. This is required before a request is rejected. */
  confirm: boolean;
};

/**
 * Facts that other services (their owners) store and change. A cached fact is at most one second old. Lookups throw
 * UNAVAILABLE when an owner does not answer. Callers must not change returned objects.
 */
export type FactCache = {
  users: {
    /** Also deactivated users and system bots. Absence is never cached: `undefined` is the owner's answer. */
    get(userId: UserId, lookup: Lookup): Promise<User | undefined>;
    /** Returns users by ID. Unknown IDs are absent. */
    many(userIds: Iterable<UserId>, lookup: Lookup): Promise<Map<UserId, User>>;
    /** By `emailKey(address)` of an address that the API shows, or a real one. Unknown ones are absent. */
    manyByEmail(emails: Iterable<string>, lookup: Lookup): Promise<Map<string, User>>;
  };
  channels: {
    /** Returns a channel, even an archived one; undefined when there is none. */
    get(channelId: ChannelId, lookup: Lookup): Promise<Channel | undefined>;
    many(channelIds: Iterable<ChannelId>, lookup: Lookup): Promise<Map<ChannelId, Channel>>;
    /** Returns the channel with a name. Upper and lower case do not matter. */
    byName(name: string, lookup: Lookup): Promise<Channel | undefined>;
  };
  /** By channel ID, including ended ones. The returned map is live: it changes with the subscriptions. */
  subscriptions(userId: UserId, lookup: Lookup): Promise<ReadonlyMap<ChannelId, SubscriptionHistory>>;
  /** Returns a user's visibility policies for topics by `userTopicKey`. */
  topics(userId: UserId, lookup: Lookup): Promise<UserTopics>;
  /** Returns people's settings for writing messages by user ID. Unknown people are absent. */
  writingSettings(userIds: Iterable<UserId>, lookup: Lookup): Promise<Map<UserId, WritingSettings>>;
  /** Returns people's settings for email and push notifications by user ID. Unknown people are absent. */
  notificationSettings(userIds: Iterable<UserId>, lookup: Lookup): Promise<Map<UserId, NotificationSettings>>;
  /** Returns all groups by ID, including deactivated and system groups. */
  groups(lookup: Lookup): Promise<ReadonlyMap<GroupId, Group>>;
  /** Returns alert words by user ID. Users without alert words are absent. */
  alertWords(lookup: Lookup): Promise<ReadonlyMap<UserId, readonly string[]>>;
  /** Returns the IDs of the users whom each user has muted. Users who have muted no one are absent. */
  mutedUsers(lookup: Lookup): Promise<ReadonlyMap<UserId, readonly UserId[]>>;
  /** Returns the organization: settings, linkifiers and emoji. @throws UNAVAILABLE before the organization is created */
  organization(lookup: Lookup): Promise<Organization>;
  /** Waits up to 1 s until the caches contain what a call must see. Otherwise lookups with the returned call ask the owners. */
  catchUp(call: Call): Call | Promise<Call>;
  /** The follower that keeps the caches up to date. The service waits until it is ready, and stops it. */
  readonly follower: Follower;
};
