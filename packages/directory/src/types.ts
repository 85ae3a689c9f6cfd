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
import type { UserTopics } from '@parley/rules';
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

/** Calls of `user-admin` that fill the caches. */
export type UserAdminLookups = Pick<
  RpcClient<typeof UserAdminServiceService>,
  'resolveUsers' | 'listGroups' | 'getOrganization'
> &
  /** Only services that use alert words and muted users need these. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'listAlertWords' | 'listMutedUsers'>> &
  /** Only services that use writing settings need this. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'resolveWritingSettings'>> &
  /** Only the service that notifies people needs this. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'resolveNotificationSettings'>>;

/** Calls of `channel` that fill the caches. */
export type ChannelLookups = Pick<
  RpcClient<typeof ChannelServiceService>,
  'resolveChannels' | 'getSubscriptionHistories'
> &
  /** Only services that use visibility policies of topics need this. */
  Partial<Pick<RpcClient<typeof ChannelServiceService>, 'getUserTopics'>>;

/** The directory's handlers of the log. */
export type DirectoryHandlers = Required<Pick<FollowOptions, 'onEvents' | 'onEpoch' | 'onGap'>>;

/** Maximum number of entries of each cache. The least recently used entries are removed first. */
export type DirectoryLimits = { users: number; channels: number; subscriptions: number };

export type DirectoryOptions = {
  /**
   * Starts the follower that keeps the caches up to date, with the directory's handlers: `(handlers) => follow({ nats,
   * prefix, from: 'head', ...handlers })`.
   */
  follow: (handlers: DirectoryHandlers) => Follower;
  userAdmin: UserAdminLookups;
  /** Absent in services that look up no channels, and in the service `channel` itself. */
  channel?: ChannelLookups;
  logger: Logger;
  registry: Registry;
  limits?: Partial<DirectoryLimits>;
};

/** Options of a lookup. Services look facts up through a `Scope`. */
export type Lookup = {
  call: Call;
  /** Whether to ask the owner even when the fact is cached. A refusal requires it. */
  confirm: boolean;
};

/**
 * Facts that other services own. A cached fact is at most one second old. When an owner does not answer, lookups throw
 * UNAVAILABLE. Callers must not change returned objects.
 */
export type Directory = {
  users: {
    /**
     * Returns a user, also a deactivated one or a system bot. The owner itself answers when the result is `undefined`.
     */
    get(userId: number, lookup: Lookup): Promise<User | undefined>;
    /** Returns those of the users that exist. */
    many(userIds: Iterable<number>, lookup: Lookup): Promise<Map<number, User>>;
    /**
     * Returns the users with these API or real addresses, keyed by `emailKey(address)`. Unknown addresses are absent.
     */
    manyByEmail(emails: Iterable<string>, lookup: Lookup): Promise<Map<string, User>>;
  };
  channels: {
    /** Returns a channel, also an archived one. */
    get(channelId: number, lookup: Lookup): Promise<Channel | undefined>;
    many(channelIds: Iterable<number>, lookup: Lookup): Promise<Map<number, Channel>>;
    /** Returns the channel with a name, whatever its case. */
    byName(name: string, lookup: Lookup): Promise<Channel | undefined>;
  };
  /**
   * Returns a user's subscriptions by channel, including those that have ended. The map changes when the subscriptions
   * do.
   */
  subscriptions(userId: number, lookup: Lookup): Promise<ReadonlyMap<number, SubscriptionHistory>>;
  /** Returns the visibility policies that a user set for topics, by `userTopicKey`. */
  topics(userId: number, lookup: Lookup): Promise<UserTopics>;
  /** Returns the settings that affect how people's messages are written, for those of the people who exist. */
  writingSettings(userIds: Iterable<number>, lookup: Lookup): Promise<Map<number, WritingSettings>>;
  /** Settings for mail and push notifications, of those people who exist. */
  notificationSettings(userIds: Iterable<number>, lookup: Lookup): Promise<Map<number, NotificationSettings>>;
  /** Returns all groups by ID, including deactivated and system groups. */
  groups(lookup: Lookup): Promise<ReadonlyMap<number, Group>>;
  /** Returns alert words by user ID. Users without alert words are absent. */
  alertWords(lookup: Lookup): Promise<ReadonlyMap<number, readonly string[]>>;
  /** Returns the IDs of muted users, by the ID of the user who muted them. Users who muted no one are absent. */
  mutedUsers(lookup: Lookup): Promise<ReadonlyMap<number, readonly number[]>>;
  /** Returns settings, linkifiers and emoji. @throws UNAVAILABLE before the organization is created */
  organization(lookup: Lookup): Promise<Organization>;
  /**
   * Waits until the caches include what the call must see (`Call.after`), at most 2 s. Returns the call with which
   * facts are looked up then. When the time passed, this call asks the owners.
   */
  catchUp(call: Call): Call | Promise<Call>;
  /** The follower that keeps the caches up to date. The service awaits its readiness and stops it. */
  readonly follower: Follower;
};
