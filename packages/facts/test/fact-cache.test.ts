import type { NatsConnection } from '@nats-io/transport-node';
import { type Clock, errors, silentLogger } from '@parley/core';
import { connectNats, follow } from '@parley/event-log';
import { createTestLog, type TestLog } from '@parley/event-log/testing';
import { Snapshot } from '@parley/proto/common/v1/snapshot';
import type { Fact } from '@parley/proto/events/v1/facts';
import { Channel, Group, SubscriptionsAdded, User, UserChanged } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import { SYSTEM_GROUP_RULES } from '@parley/rules';
import { type SharedOrganization, toOrganizationFacts } from '@parley/settings';
import { sharedServers, uniqueName } from '@parley/test-servers';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createFactCache, createScope, type FactCache, type Scope } from '../src/index.ts';

/** A clock that a test sets. */
class HeldClock implements Clock {
  ms = 1_000_000;
  now = () => this.ms;
  monotonic = () => this.ms;
}

/** Fakes of the services that own facts. They record the requests that they receive. */
class Owners {
  users = new Map([
    [
      1,
      User.fromPartial({
        userId: 1,
        email: 'ann@x.example',
        deliveryEmail: 'ann@x.example',
        role: 400,
        isActive: true,
      }),
    ],
  ]);
  channels = new Map([[5, Channel.fromPartial({ channelId: 5, name: 'General' })]]);
  groups = SYSTEM_GROUP_RULES.map((rule, index) =>
    Group.fromPartial({ groupId: index + 1, rule, isSystemGroup: true }),
  );
  settings: Record<string, unknown> = {
    name: 'Ours',
    waiting_period_threshold: 0,
    can_create_bots_group: 3,
    authentication_methods: { Email: false },
  };
  asked: string[] = [];
  /** The snapshots of the owners' answers contain all transactions below this ID. */
  seen = 500;

  #snapshot = () => Snapshot.create({ xmin: this.seen, xmax: this.seen, inProgress: [], lsn: 1 });
  #answer = <T extends object>(what: string, answer: T) => {
    this.asked.push(what);
    return Promise.resolve({ ...answer, snapshot: this.#snapshot() });
  };

  userAdmin = {
    resolveUsers: ({ userIds, emails }: { userIds: number[]; emails: string[] }) =>
      this.#answer('users', {
        users: [...this.users.values()].filter(
          (user) => userIds.includes(user.userId) || emails.includes(user.email),
        ),
      }),
    listGroups: () => this.#answer('groups', { groups: this.groups }),
    getOrganization: () =>
      this.#answer('organization', {
        ...toOrganizationFacts({ settings: this.settings, linkifiers: [], emoji: [] }),
        isDeactivated: false,
      }),
  };
  channel = {
    resolveChannels: ({ channelIds }: { channelIds: number[] }) =>
      this.#answer('channels', { channels: channelIds.flatMap((id) => this.channels.get(id) ?? []) }),
    getSubscriptionHistories: () => this.#answer('subscriptions', { histories: [] }),
  };
}

let nats: NatsConnection;
let log: TestLog;
let clock: HeldClock;
let owners: Owners;
let factCache: FactCache;
const call = backgroundCall({ timeoutMs: 60_000 });
const request = (): Scope => createScope(factCache, call);

beforeEach(async () => {
  nats = await connectNats({ url: sharedServers().nats, name: 'facts-test' });
  const prefix = uniqueName('facts');
  log = await createTestLog(nats, prefix);
  clock = new HeldClock();
  owners = new Owners();
  factCache = createFactCache({
    follow: (handlers) => follow({ nats, prefix, from: 'head', clock, ...handlers }),
    userAdmin: owners.userAdmin as never,
    channel: owners.channel as never,
    logger: silentLogger,
    registry: new Registry(),
  });
  await factCache.follower.ready;
  await announced();
});
afterEach(async () => {
  await factCache.follower.stop();
  await nats.close();
});

/** Announces that everything committed until now is in the log. Resolves when the cache of facts has received this. */
async function announced(): Promise<void> {
  await log.announce({ databaseTimeMs: clock.ms });
  await expect.poll(() => factCache.follower.freshness.isFresh()).toBe(true);
}

/** Publishes a fact of a committed transaction. By default, no snapshot of the owners contains this transaction. */
async function happened(value: Fact['value'], transactionId = 600): Promise<void> {
  await log.publish({ event: { kind: 'test', fact: { value } as never }, transactionId });
  await factCache.follower.waitFor(log.sequence);
}

/** Returns the fact that the organization has changed. */
const changeOf = (organization: SharedOrganization) => ({
  $case: 'organizationChanged' as const,
  organizationChanged: { ...toOrganizationFacts(organization), isDeactivated: false },
});

describe('the cache of facts', () => {
  it('asks the owning service once, then follows the log', async () => {
    expect(await request().users.get(1)).toMatchObject({ email: 'ann@x.example' });
    const user = { ...owners.users.get(1)!, fullName: 'Ann', email: 'new@x.example' };
    await happened({
      $case: 'userChanged',
      userChanged: UserChanged.fromPartial({ user, previousRole: 400 }),
    });
    expect(await request().users.get(1)).toMatchObject({ fullName: 'Ann' });
    expect(await request().users.byEmail('NEW@x.example')).toMatchObject({ userId: 1 });
    expect(owners.asked).toEqual(['users']);
  });

  it('asks the owning service and caches nothing while the log is not fresh', async () => {
    await request().channels.get(5);
    clock.ms += 1_001;
    owners.channels.set(5, Channel.fromPartial({ channelId: 5, name: 'renamed' }));
    for (let n = 0; n < 2; n++) expect(await request().channels.get(5)).toMatchObject({ name: 'renamed' });
    expect(owners.asked).toEqual(['channels', 'channels', 'channels']);
    await announced();
    expect(await request().channels.get(5)).toMatchObject({ name: 'General' });
  });

  it('drops all cached values at a new epoch', async () => {
    await request().users.get(1);
    const epoch = await log.startEpoch();
    await log.announce({ databaseTimeMs: clock.ms });
    await expect.poll(() => factCache.follower.position.epoch).toBe(epoch);
    await announced();
    await request().users.get(1);
    expect(owners.asked).toEqual(['users', 'users']);
  });

  it('returns subscription periods from the boundary on', async () => {
    expect(await request().subscriptions(1)).toEqual(new Map());
    const fact = SubscriptionsAdded.fromPartial({ userIds: [1, 2], channelIds: [5], boundaryMessageId: 77 });
    await happened({ $case: 'subscriptionsAdded', subscriptionsAdded: fact });
    const histories = await request().subscriptions(1);
    expect(histories.get(5)).toMatchObject({ isSubscribed: true, periods: [{ afterMessageId: 77 }] });
    await happened({
      $case: 'subscriptionsRemoved',
      subscriptionsRemoved: { ...fact, boundaryMessageId: 90 },
    });
    expect((await request().subscriptions(1)).get(5)).toMatchObject({
      isSubscribed: false,
      periods: [{ afterMessageId: 77, untilMessageId: 90 }],
    });
    expect(owners.asked).toEqual(['subscriptions']);
  });

  it('decides memberships from groups and settings that the log keeps fresh', async () => {
    const ann = owners.users.get(1)!;
    const guest = { ...ann, role: 600 };
    expect(await request().holds('can_create_bots_group', ann)).toBe(true);
    expect(await request().holds('can_mention_many_users_group', guest)).toBe(false);
    const group = Group.fromPartial({ groupId: 9, directMemberIds: [1] });
    await happened({
      $case: 'groupChanged',
      groupChanged: {
        group,
        addedMemberIds: [],
        removedMemberIds: [],
        addedSubgroupIds: [],
        removedSubgroupIds: [],
      },
    });
    const given = { can_mention_many_users_group: 9, can_create_bots_group: 9 };
    await happened(changeOf({ settings: { ...owners.settings, ...given }, linkifiers: [], emoji: [] }));
    expect(await request().holds('can_mention_many_users_group', guest)).toBe(true);
    // No group gives guests a permission that guests cannot have.
    expect(await request().holds('can_create_bots_group', guest)).toBe(false);
    expect((await request().groups.system('role:members')).groupId).toBe(3);
    expect(owners.asked.toSorted()).toEqual(['groups', 'organization']);
  });

  it('returns every setting in force: values of the owning service, and defaults for the rest', async () => {
    const { settings, emoji, linkifiers } = await request().organization();
    expect(settings).toMatchObject({
      name: 'Ours',
      authentication_methods: { Email: false },
      can_create_bots_group: 3,
      can_access_all_users_group: 2,
      move_messages_within_stream_limit_seconds: 604_800,
    });
    expect([emoji.size, linkifiers]).toEqual([0, []]);
    const change = changeOf({
      settings: owners.settings,
      linkifiers: [{ id: 1, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://x.test/{id}' }],
      emoji: [{ id: '7', name: 'tada', url: '/emoji/7.png' }],
    });
    await happened(change);
    const changed = await request().organization();
    expect(changed.emoji.get('tada')).toEqual({ id: '7', name: 'tada', url: '/emoji/7.png' });
    expect(changed.linkifiers).toEqual([
      { id: 1, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://x.test/{id}' },
    ]);
    expect(await request().organization()).toBe(changed);
  });

  it('returns the same for events of the previous release, which have JSON only', async () => {
    const change = changeOf({
      settings: { ...owners.settings, can_create_bots_group: { direct_members: [1], direct_subgroups: [2] } },
      linkifiers: [{ id: 1, pattern: 'a', urlTemplate: 'https://x.test/' }],
      emoji: [{ id: '7', name: 'tada', url: '/emoji/7.png' }],
    });
    await request().organization();
    await happened(change);
    const typed = await request().organization();
    expect(typed.settings.can_create_bots_group).toEqual({ direct_members: [1], direct_subgroups: [2] });
    await happened({
      $case: 'organizationChanged',
      organizationChanged: { ...change.organizationChanged, organization: undefined },
    });
    const fromJson = await request().organization();
    expect(fromJson).not.toBe(typed);
    expect(fromJson).toEqual(typed);
  });

  it('refuses no request because of outdated facts', async () => {
    await request().users.get(1);
    owners.users.set(1, { ...owners.users.get(1)!, role: 100 });
    const isOwner = await request().confirmed(async (scope) => {
      const user = await scope.users.get(1);
      if (user?.role !== 100) throw errors.notPermitted();
      return true;
    });
    expect(isOwner).toBe(true);
    expect(owners.asked).toEqual(['users', 'users']);
  });
});
