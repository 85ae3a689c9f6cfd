import { errors, ParleyError, type Visitor, visitor } from '@parley/core';
import { type Call, personOf, requirePrincipal } from '@parley/rpc';
import {
  type ChannelId,
  channelNameKey,
  emailKey,
  type GroupId,
  type GroupSettingValue,
  holdsRight,
  type SystemGroupRule,
  type UserId,
  type UserTopics,
  userTopicKey,
} from '@parley/rules';
import {
  areGuestsLimited,
  isOpenToRole,
  type OrganizationPermission,
  type OrganizationSettings,
} from '@parley/settings';
import { Memo } from './memo.ts';
import type { Organization } from './organization.ts';
import type {
  Channel,
  FactCache,
  Group,
  GroupSetting,
  Lookup,
  NotificationSettings,
  SubscriptionHistory,
  User,
  WritingSettings,
} from './types.ts';

/**
 * The lookups of one request or job (docs/glossary.md#programs). Each fact is looked up once and then kept, so that all decisions
 * of a request use the same facts. Callers must not change returned objects.
 */
export type Scope = {
  /** The context of the request: deadline, signal, trace and principal. Calls to other services pass it on. */
  readonly call: Call;
  /** Whether lookups ask the services that own the facts instead of the caches. */
  readonly asksOwners: boolean;
  /** @throws UNAUTHORIZED without credentials, USER_DEACTIVATED for a deactivated account */
  caller(): Promise<User>;
  /**
   * Returns who reads: the caller, or a visitor when the request has no credentials. Operations that visitors may call use this
   * instead of `caller`.
   * @throws UNAUTHORIZED for a visitor when the organization does not admit visitors, and for an unknown caller; USER_DEACTIVATED
   * for a deactivated account
   */
  reader(): Promise<User | Visitor>;
  readonly users: {
    /** Returns a user, even a deactivated one or a system bot; undefined when there is none. */
    get(userId: UserId): Promise<User | undefined>;
    /** Returns users by ID. Unknown IDs are absent. */
    many(userIds: Iterable<UserId>): Promise<Map<UserId, User>>;
    /** Returns the user with an address: the one that the API shows, or the real one. Upper and lower case do not matter. */
    byEmail(email: string): Promise<User | undefined>;
    /** Returns the users with these addresses by `emailKey(address)`. Unknown addresses are absent. */
    manyByEmail(emails: Iterable<string>): Promise<Map<string, User>>;
  };
  readonly channels: {
    /** Returns a channel, even an archived one; undefined when there is none. */
    get(channelId: ChannelId): Promise<Channel | undefined>;
    many(channelIds: Iterable<ChannelId>): Promise<Map<ChannelId, Channel>>;
    /** Returns the channel with a name. Upper and lower case do not matter. */
    byName(name: string): Promise<Channel | undefined>;
  };
  readonly groups: {
    get(groupId: GroupId): Promise<Group | undefined>;
    /** Returns the group with exactly this name, even a deactivated group or a system group. */
    byName(name: string): Promise<Group | undefined>;
    /** Returns the system group with a rule. @throws UNAVAILABLE before the organization is created */
    system(rule: SystemGroupRule): Promise<Group>;
    /** Returns whether a user belongs to a group setting: individually, through a role, or through a group or its subgroups. */
    isMember(setting: GroupSetting | GroupSettingValue, user: User): Promise<boolean>;
  };
  /** Returns a user's subscriptions by channel ID, including those that have ended. */
  subscriptions(userId: UserId): Promise<ReadonlyMap<ChannelId, SubscriptionHistory>>;
  /** Returns a user's visibility policy for a topic: 0 inherits from the channel, 1 muted, 2 unmuted, 3 followed. */
  topicPolicy(userId: UserId, channelId: ChannelId, topic: string): Promise<number>;
  /** Returns people's settings for writing messages by user ID. Unknown people are absent. */
  writingSettings(userIds: Iterable<UserId>): Promise<Map<UserId, WritingSettings>>;
  /** Returns people's settings for email and push notifications by user ID. Unknown people are absent. */
  notificationSettings(userIds: Iterable<UserId>): Promise<Map<UserId, NotificationSettings>>;
  /** Returns alert words by user ID. Users without alert words are absent. */
  alertWords(): Promise<ReadonlyMap<UserId, readonly string[]>>;
  /** Returns the IDs of the users whom each user has muted. Users who have muted no one are absent. */
  mutedUsers(): Promise<ReadonlyMap<UserId, readonly UserId[]>>;
  organization(): Promise<Organization>;
  settings(): Promise<OrganizationSettings>;
  holds(permission: OrganizationPermission, user: User): Promise<boolean>;
  /** Returns whether guests see only those people with whom they share a channel or conversation. */
  areGuestsLimited(): Promise<boolean>;
  /**
   * Runs a decision with cached facts. When it rejects the request (an error below status 500), it runs again with facts from
   * the services that own them, and the second result counts. So an outdated cache never causes a rejection. `decide` must only
   * read, and only through the scope that it receives.
   */
  confirmed<T>(decide: (scope: Scope) => Promise<T>): Promise<T>;
  askingOwners(): Scope;
  /**
   * Returns a scope with the same facts and an earlier deadline, for optional work for which the request waits only briefly.
   * The signal of its call aborts at that deadline.
   * @param timeoutMs milliseconds from now; the deadline of the request is never extended
   */
  within(timeoutMs: number): Scope;
};

/** Key for facts that exist only once. */
const theOnly = 0;

class Facts {
  readonly users = new Memo<UserId, User | undefined>();
  readonly usersByEmail = new Memo<string, User | undefined>();
  readonly channels = new Memo<ChannelId, Channel | undefined>();
  readonly channelsByName = new Memo<string, Channel | undefined>();
  readonly groups = new Memo<typeof theOnly, ReadonlyMap<GroupId, Group>>();
  readonly organization = new Memo<typeof theOnly, Organization>();
  readonly subscriptions = new Memo<UserId, ReadonlyMap<ChannelId, SubscriptionHistory>>();
  readonly topics = new Memo<UserId, UserTopics>();
  readonly writingSettings = new Memo<UserId, WritingSettings | undefined>();
  readonly notificationSettings = new Memo<UserId, NotificationSettings | undefined>();
  readonly alertWords = new Memo<typeof theOnly, ReadonlyMap<UserId, readonly string[]>>();
  readonly mutedUsers = new Memo<typeof theOnly, ReadonlyMap<UserId, readonly UserId[]>>();

  takeOver(other: Facts): void {
    for (const name of Object.keys(this) as (keyof Facts)[]) {
      (this[name] as Memo<unknown, unknown>).takeOver(other[name] as Memo<unknown, unknown>);
    }
  }
}

class RequestScope implements Scope {
  readonly call: Call;
  readonly asksOwners: boolean;
  readonly #factCache: FactCache;
  readonly #lookup: Lookup;
  readonly #facts: Facts;

  constructor(factCache: FactCache, call: Call, asksOwners: boolean, facts = new Facts()) {
    this.#factCache = factCache;
    this.call = call;
    this.asksOwners = asksOwners;
    this.#lookup = { call, confirm: asksOwners };
    this.#facts = facts;
  }

  async caller(): Promise<User> {
    const user = await this.users.get(requirePrincipal(this.call).userId);
    if (!user) throw errors.unauthorized();
    if (!user.isActive) throw errors.userDeactivated();
    return user;
  }

  async reader(): Promise<User | Visitor> {
    if (personOf(this.call)) return this.caller();
    if (!(await this.settings()).enable_spectator_access) throw errors.unauthorized();
    return visitor;
  }

  readonly users: Scope['users'] = {
    get: (userId) => this.#facts.users.get(userId, () => this.#factCache.users.get(userId, this.#lookup)),
    many: (userIds) =>
      this.#facts.users.many(userIds, (missing) => this.#factCache.users.many(missing, this.#lookup)),
    byEmail: async (email) => (await this.users.manyByEmail([email])).get(emailKey(email)),
    manyByEmail: (emails) =>
      this.#facts.usersByEmail.many(Array.from(emails, emailKey), (missing) =>
        this.#factCache.users.manyByEmail(missing, this.#lookup),
      ),
  };

  readonly channels: Scope['channels'] = {
    get: (channelId) =>
      this.#facts.channels.get(channelId, () => this.#factCache.channels.get(channelId, this.#lookup)),
    many: (channelIds) =>
      this.#facts.channels.many(channelIds, (missing) =>
        this.#factCache.channels.many(missing, this.#lookup),
      ),
    byName: (name) =>
      this.#facts.channelsByName.get(channelNameKey(name), () =>
        this.#factCache.channels.byName(name, this.#lookup),
      ),
  };

  readonly groups: Scope['groups'] = {
    get: async (groupId) => (await this.#groups()).get(groupId),
    byName: async (name) => (await this.#groups()).values().find((group) => group.name === name),
    system: async (rule) => {
      const group = (await this.#groups()).values().find((each) => each.rule === rule);
      if (!group) throw errors.noOrganization();
      return group;
    },
    isMember: async (value, user) => {
      const [groups, settings] = await Promise.all([this.#groups(), this.settings()]);
      return holdsRight(value, user, {
        groups,
        waitingPeriodDays: settings.waiting_period_threshold,
        nowSeconds: Math.floor(Date.now() / 1000),
      });
    },
  };

  subscriptions(userId: UserId): Promise<ReadonlyMap<ChannelId, SubscriptionHistory>> {
    return this.#facts.subscriptions.get(userId, () => this.#factCache.subscriptions(userId, this.#lookup));
  }

  async topicPolicy(userId: UserId, channelId: ChannelId, topic: string): Promise<number> {
    const topics = await this.#facts.topics.get(userId, () => this.#factCache.topics(userId, this.#lookup));
    return topics.get(userTopicKey(channelId, topic)) ?? 0;
  }

  writingSettings(userIds: Iterable<UserId>): Promise<Map<UserId, WritingSettings>> {
    return this.#facts.writingSettings.many(userIds, (missing) =>
      this.#factCache.writingSettings(missing, this.#lookup),
    );
  }

  notificationSettings(userIds: Iterable<UserId>): Promise<Map<UserId, NotificationSettings>> {
    return this.#facts.notificationSettings.many(userIds, (missing) =>
      this.#factCache.notificationSettings(missing, this.#lookup),
    );
  }

  alertWords(): Promise<ReadonlyMap<UserId, readonly string[]>> {
    return this.#facts.alertWords.get(theOnly, () => this.#factCache.alertWords(this.#lookup));
  }

  mutedUsers(): Promise<ReadonlyMap<UserId, readonly UserId[]>> {
    return this.#facts.mutedUsers.get(theOnly, () => this.#factCache.mutedUsers(this.#lookup));
  }

  organization(): Promise<Organization> {
    return this.#facts.organization.get(theOnly, () => this.#factCache.organization(this.#lookup));
  }

  async settings(): Promise<OrganizationSettings> {
    return (await this.organization()).settings;
  }

  async holds(permission: OrganizationPermission, user: User): Promise<boolean> {
    if (!isOpenToRole(permission, user.role)) return false;
    return this.groups.isMember((await this.settings())[permission], user);
  }

  async areGuestsLimited(): Promise<boolean> {
    const [settings, everyone] = await Promise.all([this.settings(), this.groups.system('role:everyone')]);
    return areGuestsLimited(settings, everyone.groupId);
  }

  async confirmed<T>(decide: (scope: Scope) => Promise<T>): Promise<T> {
    if (this.asksOwners) return decide(this);
    try {
      return await decide(this);
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    }
    const owners = this.askingOwners();
    try {
      return await decide(owners);
    } finally {
      // Later lookups of this request reuse the facts that the owning services have returned.
      this.#facts.takeOver(owners.#facts);
    }
  }

  askingOwners(): RequestScope {
    return new RequestScope(this.#factCache, this.call, true);
  }

  within(timeoutMs: number): RequestScope {
    const limited = endingWithin(this.call, timeoutMs);
    return new RequestScope(this.#factCache, limited, this.asksOwners, this.#facts);
  }

  #groups(): Promise<ReadonlyMap<GroupId, Group>> {
    return this.#facts.groups.get(theOnly, () => this.#factCache.groups(this.#lookup));
  }
}

/** Returns the call with an earlier deadline. Its signal is created on first use, because lookups in caches need none. */
function endingWithin(call: Call, timeoutMs: number): Call {
  const deadline = Math.min(call.deadline, Date.now() + timeoutMs);
  let signal: AbortSignal | undefined;
  return {
    ...call,
    deadline,
    get signal() {
      signal ??= AbortSignal.any([call.signal, AbortSignal.timeout(Math.max(0, deadline - Date.now()))]);
      return signal;
    },
  };
}

/** Creates the scope of a request or job. It asks the owners of facts if the caches may lack what the call must see. */
export const createScope = (factCache: FactCache, call: Call): Scope =>
  new RequestScope(factCache, call, call.after === 'unknown');
