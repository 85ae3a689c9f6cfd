import type { Logger } from '@parley/core';
import type { Follower, FollowOptions } from '@parley/event-log';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { SubscriptionHistory } from '@parley/proto/common/v1/subscription';
import type { Channel, Group, User, WritingSettings } from '@parley/proto/events/v1/facts';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Call, RpcClient } from '@parley/rpc';
import type { UserTopics } from '@parley/rules';
import type { Registry } from 'prom-client';
import type { Organization } from './organization.ts';

export type { Channel, Group, GroupSetting, SubscriptionHistory, User, WritingSettings };

/** Calls of `user-admin` that fill the caches. */
export type UserAdminLookups = Pick<
  RpcClient<typeof UserAdminServiceService>,
  'resolveUsers' | 'listGroups' | 'getOrganization'
> &
  /** Only in services that use alert words and muted users. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'listAlertWords' | 'listMutedUsers'>> &
  /** Only in services that use writing settings. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'resolveWritingSettings'>>;

/** Calls of `channel` that fill the caches. */
export type ChannelLookups = Pick<
  RpcClient<typeof ChannelServiceService>,
  'resolveChannels' | 'getSubscriptionHistories'
> &
  /** Only in services that use visibility policies of topics. */
  Partial<Pick<RpcClient<typeof ChannelServiceService>, 'getUserTopics'>>;

/** The directory's handlers of the log. */
export type DirectoryHandlers = Required<Pick<FollowOptions, 'onEvents' | 'onEpoch' | 'onGap'>>;

/** Entries of each cache; the least recently used ones are dropped first. */
export type DirectoryLimits = { users: number; channels: number; subscriptions: number };

export type DirectoryOptions = {
  /**
   * Starts the follower that keeps the caches fresh, with the directory's handlers:
   * `(handlers) => follow({ nats, prefix, from: 'head', ...handlers })`.
   */
  follow: (handlers: DirectoryHandlers) => Follower;
  userAdmin: UserAdminLookups;
  /** Absent in services that look up no channels, and in `channel` itself. */
  channel?: ChannelLookups;
  logger: Logger;
  registry: Registry;
  limits?: Partial<DirectoryLimits>;
};

/** How a fact is looked up. Services call these functions through a `Scope`. */
export type Lookup = {
  call: Call;
  /** Asks the owner even if the fact is cached, as before a refusal. */
  confirm: boolean;
};

/**
 * Facts of other owners. A cached fact is at most a second old. An owner that does not answer shows as UNAVAILABLE.
 * Nothing returned may be changed by the caller.
 */
export type Directory = {
  users: {
    /** Deactivated people and system bots included. `undefined` is the owner's own answer. */
    get(userId: number, lookup: Lookup): Promise<User | undefined>;
    /** Those of the IDs that exist. */
    many(userIds: Iterable<number>, lookup: Lookup): Promise<Map<number, User>>;
    /** By API or real address. Those of the addresses that exist, keyed by `emailKey(address)`. */
    manyByEmail(emails: Iterable<string>, lookup: Lookup): Promise<Map<string, User>>;
  };
  channels: {
    /** Archived ones included. */
    get(channelId: number, lookup: Lookup): Promise<Channel | undefined>;
    many(channelIds: Iterable<number>, lookup: Lookup): Promise<Map<number, Channel>>;
    /** By name, any case. */
    byName(name: string, lookup: Lookup): Promise<Channel | undefined>;
  };
  /** A user's subscriptions by channel, ended ones included. Changes under the reader when the subscriptions do. */
  subscriptions(userId: number, lookup: Lookup): Promise<ReadonlyMap<number, SubscriptionHistory>>;
  /** Visibility policies that a user set for topics, by `userTopicKey`. */
  topics(userId: number, lookup: Lookup): Promise<UserTopics>;
  /** Settings that affect how people's messages are written, for those people who exist. */
  writingSettings(userIds: Iterable<number>, lookup: Lookup): Promise<Map<number, WritingSettings>>;
  /** All groups by ID, deactivated and system groups included. */
  groups(lookup: Lookup): Promise<ReadonlyMap<number, Group>>;
  /** Alert words by user ID; users without any are missing. */
  alertWords(lookup: Lookup): Promise<ReadonlyMap<number, readonly string[]>>;
  /** Muted user IDs, by the ID of the user who muted them. Users who muted no one are missing. */
  mutedUsers(lookup: Lookup): Promise<ReadonlyMap<number, readonly number[]>>;
  /** @throws UNAVAILABLE before there is an organization */
  organization(lookup: Lookup): Promise<Organization>;
  /**
   * Waits until the caches include what the call must see (`Call.after`). Returns the call for which facts are then looked
   * up: after 2 s one that asks the owners.
   */
  catchUp(call: Call): Call | Promise<Call>;
  /** The follower that keeps the caches fresh, for readiness and for stopping it. */
  readonly follower: Follower;
};
