import { ParleyError } from '@parley/core';
import { sql } from '@parley/db';
import { createScope, type User } from '@parley/facts';
import type { GroupSetting } from '@parley/proto/common/v1/group_setting';
import { testCall } from '@parley/rpc/testing';
import {
  channelRights,
  holdsRight,
  mayDeleteAny,
  mayDeleteOwn,
  mayMoveOut,
  mayMoveWithin,
  mayResolveTopics,
  maySend,
} from '@parley/rules';
import type { OrganizationPermission } from '@parley/settings';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveChannels } from '../src/rpc/resolve-channels.ts';
import { type Env, startChannel } from './support.ts';

// Tests random organizations with nested groups, roles, channels with random settings, and people who subscribe and
// unsubscribe. Compares what the service permits each person with a second, simple implementation of the rules that reads the
// tables.

let env: Env;

beforeAll(async () => {
  env = await startChannel();
});
afterAll(() => env[Symbol.asyncDispose]());

type Row = {
  id: number;
  is_private: boolean;
  is_web_public: boolean;
  archived: boolean;
  group_settings: Record<string, number | { direct_members: number[]; direct_subgroups: number[] }>;
  subscribers: number[];
};

/** Returns the stored channels with their subscribers. */
const readAll = (): Promise<Row[]> =>
  env.db.many<Row>(sql`
    select c.channel_id as id, c.is_private, c.is_web_public, c.archived_at is not null as archived, c.group_settings,
           coalesce((select array_agg(user_id) from subscriptions s
                      where s.channel_id = c.channel_id and s.is_subscribed), '{}') as subscribers
      from channels c order by 1`);

const lowestRole: Readonly<Record<string, number>> = {
  'role:internet': 600,
  'role:everyone': 600,
  'role:members': 400,
  'role:fullmembers': 400,
  'role:moderators': 300,
  'role:administrators': 200,
  'role:owners': 100,
};

function inGroup(user: User, id: number, seen: readonly number[] = []): boolean {
  const group = env.organization.groups.get(id);
  if (!group || group.isDeactivated || seen.includes(id)) return false;
  if (group.rule !== '') return user.role <= (lowestRole[group.rule] ?? -1);
  return (
    group.directMemberIds.includes(user.userId) ||
    group.directSubgroupIds.some((each) => inGroup(user, each, [...seen, id]))
  );
}

/** Returns whether a person has a permission of the organization. */
const granted = (user: User, name: string): boolean =>
  inGroup(user, env.organization.settings[name] as number);

/** The simple implementation of the rules. Returns what a person may do in a channel. */
function naive(row: Row, user: User) {
  const has = (name: string): boolean => {
    const value = row.group_settings[name]!;
    if (typeof value === 'number') return inGroup(user, value);
    return (
      value.direct_members.includes(user.userId) || value.direct_subgroups.some((id) => inGroup(user, id))
    );
  };
  const subscribed = row.subscribers.includes(user.userId);
  const guest = user.role === 600;
  const admin = user.role <= 200;
  const metadata =
    row.is_web_public ||
    subscribed ||
    (!guest &&
      (!row.is_private ||
        admin ||
        has('can_administer_channel_group') ||
        has('can_add_subscribers_group') ||
        has('can_subscribe_group')));
  const content =
    row.is_web_public ||
    subscribed ||
    (!guest && (!row.is_private || has('can_add_subscribers_group') || has('can_subscribe_group')));
  const administer = metadata && !guest && (admin || has('can_administer_channel_group'));
  const send = !row.archived && content && (subscribed || !guest) && has('can_send_message_group');
  const either = (inChannel: string, inOrganization = inChannel): boolean =>
    !row.archived && content && (granted(user, inOrganization) || has(inChannel));
  const adds =
    has('can_add_subscribers_group') ||
    (content && (granted(user, 'can_add_subscribers_group') || administer));
  return {
    metadata,
    content,
    administer,
    send,
    moveWithin: either('can_move_messages_within_channel_group', 'can_move_messages_between_topics_group'),
    moveOut: either('can_move_messages_out_of_channel_group', 'can_move_messages_between_channels_group'),
    resolve: either('can_resolve_topics_group'),
    deleteAny: either('can_delete_any_message_group'),
    deleteOwn: either('can_delete_own_message_group') || either('can_delete_any_message_group'),
    join: content && !row.archived,
    addOthers: !row.archived && !guest && adds,
    removeOthers: metadata && !guest && (administer || has('can_remove_subscribers_group')),
    open: administer && content,
  };
}

const isRefused = async (question: Promise<unknown>): Promise<boolean> => {
  try {
    await question;
    return false;
  } catch (error) {
    if (error instanceof ParleyError && error.status < 500) return true;
    throw error;
  }
};

const roles = ['owner', 'admin', 'moderator', 'member', 'member', 'member', 'guest', 'guest'] as const;
const organizationRights = [
  'can_add_subscribers_group',
  'can_create_public_channel_group',
  'can_create_private_channel_group',
  'can_create_web_public_channel_group',
  'can_move_messages_between_topics_group',
  'can_move_messages_between_channels_group',
  'can_resolve_topics_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_mention_many_users_group',
] as const;

const index = (max: number) => fc.nat(max - 1);
const plan = fc.record({
  groups: fc.array(
    fc.record({ members: fc.array(index(roles.length), { maxLength: 3 }), subgroup: fc.option(fc.nat(5)) }),
    { minLength: 3, maxLength: 5 },
  ),
  channels: fc.array(
    fc.record({
      kind: fc.constantFrom('public', 'private', 'private', 'web-public'),
      archived: fc.boolean(),
      subscribers: fc.array(index(roles.length), { maxLength: 4 }),
      settings: fc.array(fc.option(fc.nat(20)), {
        minLength: channelRights.length,
        maxLength: channelRights.length,
      }),
    }),
    { minLength: 2, maxLength: 4 },
  ),
  organization: fc.array(fc.nat(11), {
    minLength: organizationRights.length,
    maxLength: organizationRights.length,
  }),
});

const systemRules = ['role:owners', 'role:moderators', 'role:members', 'role:nobody'];

const groupOf = (choice: number, groupIds: readonly number[]): number =>
  choice < systemRules.length
    ? env.organization.idOfRule(systemRules[choice]!)
    : groupIds[choice % groupIds.length]!;

/** Generates the value of a setting: a system group, a generated group, or a person, sometimes with a group. */
function settingOf(choice: number, groupIds: readonly number[], people: readonly User[]): GroupSetting {
  if (choice < 12) return { value: { $case: 'groupId', groupId: groupOf(choice, groupIds) } };
  const anonymous = {
    directMembers: [people[choice % people.length]!.userId],
    directSubgroups: choice % 2 ? [groupIds[0]!] : [],
  };
  return { value: { $case: 'anonymous', anonymous } };
}

describe('permissions', () => {
  it('equal a naive implementation of the rules, in random organizations', async () => {
    let run = 0;
    await fc.assert(
      fc.asyncProperty(plan, async (given) => {
        run++;
        const people = roles.map((role) => env.organization.add(role));
        const creator = env.organization.add('owner');
        const stranger = env.organization.add('member');
        const groupIds: number[] = [];
        for (const [at, group] of given.groups.entries()) {
          const members = group.members.map((each) => people[each]!.userId);
          const below = group.subgroup === null || at === 0 ? [] : [groupIds[group.subgroup % at]!];
          groupIds.push(env.organization.addGroup(`random ${run} ${at}`, members, below).groupId);
        }
        const ids: number[] = [];
        for (const [at, channel] of given.channels.entries()) {
          const groupSettings: Record<string, GroupSetting> = {};
          for (const [which, choice] of channel.settings.entries()) {
            const name = channelRights[which]!;
            // A private channel with protected history requires that everyone may create topics, so the setting is left out.
            if (choice === null || (name === 'can_create_topic_group' && channel.kind === 'private'))
              continue;
            groupSettings[name] = settingOf(choice, groupIds, people);
          }
          const { channelId } = await env.as(creator).create(`random ${run} ${at}`, {
            inviteOnly: channel.kind === 'private',
            isWebPublic: channel.kind === 'web-public',
            groupSettings,
            principalUserIds: [stranger, ...channel.subscribers.map((each) => people[each]!)].map(
              ({ userId }) => userId,
            ),
          });
          if (channel.archived)
            await env.db.execute(sql`
            update channels set archived_at = now() where channel_id = ${channelId}`);
          ids.push(channelId);
        }
        const usual = { ...env.organization.settings };
        for (const [which, choice] of given.organization.entries()) {
          env.organization.settings[organizationRights[which]!] = groupOf(choice, groupIds);
        }
        const rows = (await readAll()).filter(({ id }) => ids.includes(id));
        for (const row of rows) for (const user of people) await compare(row, user, stranger);
        for (const user of people) await compareCreating(user, `${run} ${user.userId}`);
        Object.assign(env.organization.settings, usual);
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  async function compare(row: Row, user: User, stranger: User): Promise<void> {
    const expected = naive(row, user);
    const asked = env.as(user);
    const name = (
      await env.db.one<{ name: string }>(sql`select name from channels where channel_id = ${row.id}`)
    ).name;
    const listed = async (filter: object) =>
      (
        await asked.channels({
          includePublic: false,
          includeSubscribed: false,
          excludeArchived: false,
          ...filter,
        })
      )
        .map((channel: { stream_id: number }) => channel.stream_id)
        .includes(row.id);
    const actual = {
      metadata: !(await isRefused(asked.channel(row.id))),
      content: await listed({ includeCanAccessContent: true }),
      administer: !(await isRefused(asked.update(row.id, {}))),
      join: !(await wouldRefuse(asked.subscribe([name]), row)),
      addOthers: !(await wouldRefuse(asked.subscribe([name], { principalUserIds: [stranger.userId] }), row)),
      removeOthers: !(await wouldRefuse(
        asked.unsubscribe([name], { principalUserIds: [stranger.userId] }),
        row,
      )),
      open: await opens(row, user),
      ...(await inMessaging(row, user)),
    };
    expect({ row, user, ...actual }).toEqual({ row, user, ...expected });
  }

  /** Returns what other services decide about a person. They use the form of the channel that they cache. */
  async function inMessaging(row: Row, user: User) {
    const { channels } = await resolveChannels(env.ctx, { channelIds: [row.id], names: [] });
    const channel = channels[0]!;
    const facts = {
      isPrivate: channel.inviteOnly,
      isWebPublic: channel.isWebPublic,
      isArchived: channel.isArchived,
    };
    const { groups } = env.organization;
    const membership = { groups, waitingPeriodDays: 0, nowSeconds: Date.now() / 1000 };
    const standing = {
      isSubscribed: row.subscribers.includes(user.userId),
      holds: (right: string) => holdsRight(channel.groupSettings[right]!, user, membership),
    };
    const settings = await createScope(env.ctx.factCache, testCall({})).settings();
    const organization = (right: string) =>
      holdsRight(settings[right as OrganizationPermission], user, membership);
    const arguments_ = [user, facts, standing, organization] as const;
    return {
      send: maySend(user, facts, standing),
      moveWithin: mayMoveWithin(...arguments_),
      moveOut: mayMoveOut(...arguments_),
      resolve: mayResolveTopics(...arguments_),
      deleteAny: mayDeleteAny(...arguments_),
      deleteOwn: mayDeleteOwn(...arguments_),
    };
  }

  /** Compares whether a person may create channels of each kind. */
  async function compareCreating(user: User, name: string): Promise<void> {
    const creates = async (kind: string, more: object) => {
      const refused = await isRefused(env.as(user).create(`${kind} ${name}`, more));
      return !refused;
    };
    const allowed = (right: string) => user.role < 600 && granted(user, right);
    expect({
      user,
      public: await creates('public', {}),
      private: await creates('private', { inviteOnly: true }),
      web: await creates('web', { isWebPublic: true }),
    }).toEqual({
      user,
      public: allowed('can_create_public_channel_group'),
      private: allowed('can_create_private_channel_group'),
      web: allowed('can_create_web_public_channel_group'),
    });
  }

  /** Returns whether a request is rejected. Undoes its changes, so that the next request starts from the same rows. */
  async function wouldRefuse(question: Promise<unknown>, row: Row): Promise<boolean> {
    const refused = await isRefused(question);
    await env.db.execute(sql`delete from subscriptions where channel_id = ${row.id}
      and not user_id = any(${row.subscribers}::int8[])`);
    await env.db.execute(sql`delete from subscription_periods where channel_id = ${row.id}`);
    await env.db.execute(sql`update subscriptions set is_subscribed = true where channel_id = ${row.id}`);
    return refused;
  }

  /**
   * Returns whether a person may change `can_subscribe_group`, which also decides who reads the channel. Undoes the change.
   */
  async function opens(row: Row, user: User): Promise<boolean> {
    const { idOfRule } = env.organization;
    const isOwners = row.group_settings.can_subscribe_group === idOfRule('role:owners');
    const groupId = idOfRule(isOwners ? 'role:nobody' : 'role:owners');
    const value: GroupSetting = { value: { $case: 'groupId', groupId } };
    const groupSettings = { can_subscribe_group: { new: value } };
    const refused = await isRefused(env.as(user).update(row.id, { groupSettings }));
    await env.db.execute(sql`
      update channels set group_settings = ${JSON.stringify(row.group_settings)}::jsonb where channel_id = ${row.id}`);
    return !refused;
  }
});
