import type { Logger } from '@parley/core';
import type { Follower, FollowOptions } from '@parley/event-log';
import type { ChannelServiceService } from '@parley/proto/channel/v1/channel';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import type { SubscriptionHistory } from '@parley/proto/common/v1/subscription';
import type { Channel, Group, User, WritingSettings } from '@parley/proto/events/v1/facts';
import type { UserAdminServiceService } from '@parley/proto/useradmin/v1/user_admin';
import type { Call, RpcClient } from '@parley/rpc';
import type { GroupSettingValue, SystemGroupRule, UserTopics } from '@parley/rules';
import type { OrganizationSettings } from '@parley/settings';
import type { Registry } from 'prom-client';
import type { Organization } from './organization.ts';

export type { Channel, Group, GroupSetting, SubscriptionHistory, User, WritingSettings };

/** What is asked of `user-admin`. */
export type UserAdminLookups = Pick<
  RpcClient<typeof UserAdminServiceService>,
  'resolveUsers' | 'listGroups' | 'getOrganization'
> &
  /** Only of who looks for alert words. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'listAlertWords'>> &
  /** Only of who acts on how people write. */
  Partial<Pick<RpcClient<typeof UserAdminServiceService>, 'resolveWritingSettings'>>;

/** What is asked of `channel`. */
export type ChannelLookups = Pick<
  RpcClient<typeof ChannelServiceService>,
  'resolveChannels' | 'getSubscriptionHistories'
> &
  /** Only of who goes by what people set for topics. */
  Partial<Pick<RpcClient<typeof ChannelServiceService>, 'getUserTopics'>>;

/** What the directory wants to hear of the log. */
export type DirectoryHandlers = Required<Pick<FollowOptions, 'onEvents' | 'onEpoch' | 'onGap'>>;

/** How many entries each cache keeps; the least recently used go first. */
export type DirectoryLimits = { users: number; channels: number; subscriptions: number };

export type DirectoryOptions = {
  /**
   * Starts the follower that keeps the caches fresh; the directory gives its handlers. A service that listens to
   * more combines them: `(handlers) => follow({ nats, prefix, from: 'head', ...handlers })`.
   */
  follow: (handlers: DirectoryHandlers) => Follower;
  userAdmin: UserAdminLookups;
  /** Absent in services that ask nothing about channels, and in `channel` itself. */
  channel?: ChannelLookups;
  logger: Logger;
  registry: Registry;
  limits?: Partial<DirectoryLimits>;
};

export type LookupOptions = {
  /** Ask the owner, whatever is cached: before a client is told "no". See `confirmed`. */
  confirm?: boolean;
};

/**
 * Facts of other owners. A positive answer is at most a second old. An owner that does not answer shows as
 * UNAVAILABLE. Nothing returned may be changed by the caller.
 */
export type Directory = {
  users: {
    /** Also deactivated people and system bots. `undefined` is the owner's own answer. */
    get(userId: number, call: Call, options?: LookupOptions): Promise<User | undefined>;
    /** Those of the IDs that exist. */
    many(userIds: Iterable<number>, call: Call, options?: LookupOptions): Promise<Map<number, User>>;
    /** By API or real address, any case. */
    byEmail(email: string, call: Call, options?: LookupOptions): Promise<User | undefined>;
    /** Those of the addresses that exist, keyed by `emailKey(address)`. */
    manyByEmail(emails: Iterable<string>, call: Call, options?: LookupOptions): Promise<Map<string, User>>;
  };
  channels: {
    /** Also archived ones. */
    get(channelId: number, call: Call, options?: LookupOptions): Promise<Channel | undefined>;
    many(channelIds: Iterable<number>, call: Call, options?: LookupOptions): Promise<Map<number, Channel>>;
    /** By name, any case. */
    byName(name: string, call: Call, options?: LookupOptions): Promise<Channel | undefined>;
  };
  subscriptions: {
    /** By channel, past ones too. May change under the reader when the person's subscriptions do. */
    of(
      userId: number,
      call: Call,
      options?: LookupOptions,
    ): Promise<ReadonlyMap<number, SubscriptionHistory>>;
  };
  userTopics: {
    /** What a person set for topics, by `userTopicKey`. */
    of(userId: number, call: Call, options?: LookupOptions): Promise<UserTopics>;
    /** What a person set for a topic: 0 inherits, 1 muted, 2 unmuted, 3 followed. */
    policy(userId: number, channelId: number, topic: string, call: Call): Promise<number>;
  };
  writingSettings: {
    /** What people set for how they write, of those who exist. */
    many(
      userIds: Iterable<number>,
      call: Call,
      options?: LookupOptions,
    ): Promise<Map<number, WritingSettings>>;
  };
  groups: {
    /** All of them by ID. */
    all(call: Call, options?: LookupOptions): Promise<ReadonlyMap<number, Group>>;
    get(groupId: number, call: Call, options?: LookupOptions): Promise<Group | undefined>;
    /** By exact name, deactivated and system groups too. */
    byName(name: string, call: Call, options?: LookupOptions): Promise<Group | undefined>;
    /** The system group of a rule. @throws UNAVAILABLE while the organization has none yet. */
    system(rule: SystemGroupRule, call: Call, options?: LookupOptions): Promise<Group>;
    /** Whether the setting's right is the person's, through roles, groups and their subgroups. */
    isMember(
      setting: GroupSetting | GroupSettingValue,
      user: User,
      call: Call,
      options?: LookupOptions,
    ): Promise<boolean>;
  };
  alertWords: {
    /** Everybody's, by user ID; who has none is missing. */
    all(call: Call, options?: LookupOptions): Promise<ReadonlyMap<number, readonly string[]>>;
  };
  organization: {
    get(call: Call, options?: LookupOptions): Promise<Organization>;
    settings(call: Call, options?: LookupOptions): Promise<OrganizationSettings>;
  };
  /** The follower behind the caches: for readiness and for stopping it. */
  readonly follower: Follower;
};
