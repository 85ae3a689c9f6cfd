/**
 * Follows changes of the members and subgroups of groups (events `user-admin.group.*`). Group settings of a private channel can
 * make it visible to a group. So a change of the group may make people start or stop seeing the channel, and they receive an
 * event.
 */
import { emitAll } from '@parley/db';
import type { FollowedEvent } from '@parley/event-log';
import { createScope, type Group, retryOnConflict, type Scope, type User } from '@parley/facts';
import type { GroupChanged } from '@parley/proto/events/v1/facts';
import { backgroundCall } from '@parley/rpc';
import type { ChannelId, GroupId, GroupSettingValue } from '@parley/rules';
import { groupSettingOf, holdsRight, type MembershipFacts } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { type ChannelRow, channelsByIdOrKey, privateChannels } from '../db/channels.ts';
import { peopleUpTo } from '../db/people.ts';
import { subscriberIdsOf, takeBoundary } from '../db/subscriptions.ts';
import { maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { channelHidden, channelRevealed, subscribersRevealedTo } from '../events/channel-created.ts';
import { holdersOfGroups } from '../facts/holders.ts';
import { postingRuleOf, type RuleOf } from '../view/channel-json.ts';

/** Handles an event of the log. It is idempotent. */
export async function followGroups(ctx: Ctx, followed: FollowedEvent, signal: AbortSignal): Promise<void> {
  const { fact } = followed;
  if (fact?.$case !== 'groupChanged' || !fact.groupChanged.group) return;
  const { groupChanged: change } = fact;
  const { group } = fact.groupChanged;
  if (group.isDeactivated || !isMembershipChange(change)) return;
  const scope = createScope(ctx.factCache, backgroundCall({ signal }));
  const versions = { before: versionBefore(group, change), after: group };
  const affectedIds: ChannelId[] = [];
  for (const channel of await privateChannels(ctx.db)) {
    const groups = await groupsReached(channel, versions, scope);
    if (groups.has(group.groupId)) affectedIds.push(channel.channelId);
  }
  if (affectedIds.length === 0) return;
  const people = await peopleOf(ctx, change, scope);
  const { waiting_period_threshold: waitingPeriodDays } = await scope.settings();
  const ruleOf = await postingRuleOf(scope);
  const clock = { waitingPeriodDays, nowSeconds: Math.floor(Date.now() / 1000) };
  const emitFor = ({ channel, groups }: Affected) => {
    const facts = (version: Group) => ({ ...clock, groups: new Map(groups).set(version.groupId, version) });
    const membership = { before: facts(versions.before), after: facts(versions.after) };
    return emitVisibility(ctx, { channel, people, membership, ruleOf });
  };
  for (const channelId of affectedIds) {
    await retryOnConflict(
      scope,
      async (current) => {
        const [channel] = await channelsByIdOrKey(ctx.db, [channelId], []);
        const groups = channel && (await groupsReached(channel, versions, current));
        if (!channel?.isPrivate || !groups?.has(group.groupId)) return true;
        return (await emitFor({ channel, groups })) || undefined;
      },
      { onConflict: ctx.telemetry.conflict },
    );
  }
}

/** A channel that people may start or stop seeing by the change, with the groups to which its settings refer. */
type Affected = { channel: ChannelRow; groups: Map<GroupId, Group> };

const isMembershipChange = (change: GroupChanged): boolean =>
  change.addedMemberIds.length +
    change.removedMemberIds.length +
    change.addedSubgroupIds.length +
    change.removedSubgroupIds.length >
  0;

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

async function peopleOf(ctx: Ctx, change: GroupChanged, scope: Scope): Promise<User[]> {
  const subgroupIds = [...change.addedSubgroupIds, ...change.removedSubgroupIds];
  const below = await holdersOfGroups(ctx, subgroupIds, scope);
  const ids = new Set([
    ...change.addedMemberIds,
    ...change.removedMemberIds,
    ...below.userIds,
    ...(below.maxRole > 0 ? await peopleUpTo(ctx.db, below.maxRole) : []),
  ]);
  const people = await scope.users.many(ids);
  return [...people.values()].filter((user) => user.isActive);
}

type VisibilityChange = {
  channel: ChannelRow;
  people: readonly User[];
  membership: { before: MembershipFacts; after: MembershipFacts };
  ruleOf: RuleOf;
};

/** @returns false, with nothing emitted, when the channel has changed since it was read */
function emitVisibility(
  ctx: Ctx,
  { channel, people, membership, ruleOf }: VisibilityChange,
): Promise<boolean> {
  const settings = channel.groupSettings;
  return ctx.db.tx(async (tx) => {
    await takeBoundary(tx);
    const [current] = await channelsByIdOrKey(tx, [channel.channelId], []);
    if (current?.revision !== channel.revision) return false;
    const subscriberIds = await subscriberIdsOf(tx, channel.channelId);
    const isSubscribed = new Set(subscriberIds);
    const seesIn = (facts: MembershipFacts) => (user: User) =>
      maySeeMetadata(user, channel, {
        isSubscribed: isSubscribed.has(user.userId),
        holds: (setting) => holdsRight(groupSettingOf(settings[setting]), user, facts),
      });
    const ids = (users: readonly User[]) => users.map((user) => user.userId);
    const [saw, sees] = [seesIn(membership.before), seesIn(membership.after)];
    const revealed = ids(people.filter((user) => !saw(user) && sees(user)));
    const hidden = ids(people.filter((user) => saw(user) && !sees(user)));
    await emitAll(tx, [
      ...channelRevealed({ ...channel, subscriberCount: 0 }, revealed, ruleOf, undefined),
      ...(revealed.length > 0 ? subscribersRevealedTo(channel.channelId, subscriberIds, revealed) : []),
      ...channelHidden(channel.channelId, hidden, undefined),
    ]);
    return true;
  });
}

/** Returns the groups through which people see the channel, with all their subgroups before or after the change, by ID. */
async function groupsReached(
  { groupSettings }: ChannelRow,
  { before, after }: { before: Group; after: Group },
  scope: Scope,
): Promise<Map<GroupId, Group>> {
  const found = new Map<GroupId, Group>();
  const pending = metadataSettings.flatMap((setting) => groupsNamed(groupSettings[setting]));
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    const group = id === after.groupId ? after : await scope.groups.get(id);
    if (!group) continue;
    found.set(id, group);
    if (group.rule !== '' || group.isDeactivated) continue;
    pending.push(...group.directSubgroupIds);
    if (id === after.groupId) pending.push(...before.directSubgroupIds);
  }
  return found;
}

const groupsNamed = (value: GroupSettingValue): GroupId[] =>
  typeof value === 'number' ? [value] : [...value.direct_subgroups];
