/**
 * A group's members or subgroups changed (kinds `user-admin.group.*`): groups that the metadata settings of private
 * channels name let people know of these channels. Whoever learns of one hears of it, and whoever no longer may as
 * well.
 */
import { emitAll } from '@parley/db';
import type { Group, User } from '@parley/directory';
import type { FollowedEvent } from '@parley/event-log';
import type { GroupChanged } from '@parley/proto/events/v1/facts';
import { backgroundCall, type Call } from '@parley/rpc';
import type { GroupSettingValue } from '@parley/rules';
import { groupSettingOf, holdsRight, type MembershipFacts } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type ChannelRow, channelsByIdOrKey, privateChannels } from '../db/channels.ts';
import { peopleUpTo } from '../db/people.ts';
import { subscriberIdsOf, takeBoundary } from '../db/subscriptions.ts';
import { maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { channelHidden, channelRevealed, peersTo } from '../events/channel-created.ts';
import { holdersOfGroups } from '../facts/holders.ts';
import { postingRuleOf } from '../view/channel-json.ts';

/** Applies one event of the log; may come again. */
export async function followGroups(ctx: Ctx, followed: FollowedEvent, signal: AbortSignal): Promise<void> {
  const { fact } = followed;
  if (fact?.$case !== 'groupChanged' || !fact.groupChanged.group) return;
  const { groupChanged: change } = fact;
  const { group } = fact.groupChanged;
  if (group.isDeactivated || !isMembershipChange(change)) return;
  const call = backgroundCall({ signal });
  const versions = { before: versionBefore(group, change), after: group };
  const affected: Affected[] = [];
  for (const channel of await privateChannels(ctx.db)) {
    const groups = await groupsReached(ctx, channel, versions, call);
    if (groups.has(group.groupId)) affected.push({ channel, groups });
  }
  if (affected.length === 0) return;
  const people = await peopleOf(ctx, change, call);
  const { waiting_period_threshold: waitingPeriodDays } = await ctx.directory.organization.settings(call);
  const clock = { waitingPeriodDays, nowSeconds: Math.floor(Date.now() / 1000) };
  const tellOf = ({ channel, groups }: Affected) => {
    const standing = (version: Group) => ({
      ...clock,
      groups: new Map(groups).set(version.groupId, version),
    });
    return tell(ctx, channel, people, standing(versions.before), standing(versions.after), call);
  };
  for (const each of affected) {
    let current: Affected | undefined = each;
    while (current && !(await tellOf(current))) {
      const [channel] = await channelsByIdOrKey(ctx.db, [current.channel.channelId], []);
      const groups = channel && (await groupsReached(ctx, channel, versions, call));
      const isAffected = channel?.isPrivate && groups?.has(group.groupId);
      current = isAffected ? { channel, groups: groups! } : undefined;
    }
  }
}

/** A channel that the change can show or hide, with the groups that decide it. */
type Affected = { channel: ChannelRow; groups: Map<number, Group> };

const isMembershipChange = (change: GroupChanged): boolean =>
  change.addedMemberIds.length +
    change.removedMemberIds.length +
    change.addedSubgroupIds.length +
    change.removedSubgroupIds.length >
  0;

/** The group as it was before the change. */
function versionBefore(group: Group, change: GroupChanged): Group {
  const before = (now: readonly number[], added: readonly number[], removed: readonly number[]) => [
    ...now.filter((id) => !added.includes(id)),
    ...removed,
  ];
  return {
    ...group,
    directMemberIds: before(group.directMemberIds, change.addedMemberIds, change.removedMemberIds),
    directSubgroupIds: before(group.directSubgroupIds, change.addedSubgroupIds, change.removedSubgroupIds),
  };
}

/** Whom the change can concern: members that came or went, and all in the subgroups that did. */
async function peopleOf(ctx: Ctx, change: GroupChanged, call: Call): Promise<User[]> {
  const below = await holdersOfGroups(ctx, [...change.addedSubgroupIds, ...change.removedSubgroupIds], call);
  const ids = new Set([
    ...change.addedMemberIds,
    ...change.removedMemberIds,
    ...below.userIds,
    ...(below.maxRole > 0 ? await peopleUpTo(ctx.db, below.maxRole) : []),
  ]);
  const people = await ctx.directory.users.many(ids, call);
  return [...people.values()].filter((user) => user.isActive);
}

/** @returns false when the channel has changed since it was read; nobody is told then. */
async function tell(
  ctx: Ctx,
  channel: ChannelRow,
  people: readonly User[],
  before: MembershipFacts,
  after: MembershipFacts,
  call: Call,
): Promise<boolean> {
  const settings = channel.groupSettings;
  const ruleOf = await postingRuleOf(ctx.directory.groups, call);
  return ctx.db.tx(async (tx) => {
    await takeBoundary(tx);
    const [current] = await channelsByIdOrKey(tx, [channel.channelId], []);
    if (current?.revision !== channel.revision) return false;
    const subscriberIds = await subscriberIdsOf(tx, channel.channelId);
    const isSubscribed = new Set(subscriberIds);
    const knowsIn = (user: User, facts: MembershipFacts) =>
      maySeeMetadata(user, channel, {
        isSubscribed: isSubscribed.has(user.userId),
        holds: (setting) =>
          holdsRight(groupSettingOf(settings[setting as (typeof metadataSettings)[number]]), user, facts),
      });
    const ids = (users: readonly User[]) => users.map((user) => user.userId);
    const revealed = ids(people.filter((user) => !knowsIn(user, before) && knowsIn(user, after)));
    const hidden = ids(people.filter((user) => knowsIn(user, before) && !knowsIn(user, after)));
    await emitAll(tx, [
      ...channelRevealed({ ...channel, subscriberCount: 0 }, revealed, ruleOf, undefined),
      ...(revealed.length > 0 ? peersTo(channel.channelId, subscriberIds, revealed) : []),
      ...channelHidden(channel.channelId, hidden, undefined),
    ]);
    return true;
  });
}

/** The groups that let people know of the channel, and all below them before and after the change. */
async function groupsReached(
  ctx: Ctx,
  { groupSettings }: ChannelRow,
  { before, after }: { before: Group; after: Group },
  call: Call,
): Promise<Map<number, Group>> {
  const found = new Map<number, Group>();
  const pending = metadataSettings.flatMap((setting) => groupsNamed(groupSettings[setting]));
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    const group = id === after.groupId ? after : await ctx.directory.groups.get(id, call);
    if (!group) continue;
    found.set(id, group);
    if (group.rule !== '' || group.isDeactivated) continue;
    pending.push(...group.directSubgroupIds);
    if (id === after.groupId) pending.push(...before.directSubgroupIds);
  }
  return found;
}

const groupsNamed = (value: GroupSettingValue): number[] =>
  typeof value === 'number' ? [value] : [...value.direct_subgroups];
