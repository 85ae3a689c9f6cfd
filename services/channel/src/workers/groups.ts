/**
 * A group's members changed (kinds `user-admin.group.*`): groups that the metadata settings of private channels
 * name let people know of these channels. Whoever learns of one hears of it, and whoever no longer may as well.
 */
import { emitAll } from '@parley/db';
import type { Group, User } from '@parley/directory';
import type { FollowedEvent } from '@parley/event-log';
import { backgroundCall, type Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { type ChannelRow, privateChannels } from '../db/channels.ts';
import { isSubscribed, subscriberIdsOf } from '../db/subscriptions.ts';
import type { GroupSettingValue } from '../domain/group-settings.ts';
import { maySeeMetadata, metadataSettings } from '../domain/permissions.ts';
import { channelHidden, channelRevealed, peersTo } from '../events/channel-created.ts';
import { postingRuleOf } from '../view/channel-json.ts';

/** Applies one event of the log; may come again. */
export async function followGroups(ctx: Ctx, followed: FollowedEvent, signal: AbortSignal): Promise<void> {
  const { fact } = followed;
  if (fact?.$case !== 'groupChanged' || !fact.groupChanged.group) return;
  const { group, addedMemberIds, removedMemberIds } = fact.groupChanged;
  if (addedMemberIds.length + removedMemberIds.length === 0 || group.isDeactivated) return;
  const call = backgroundCall({ signal });
  const channels = await channelsReaching(ctx, group.groupId, call);
  if (channels.length === 0) return;
  const people = await ctx.directory.users.many([...addedMemberIds, ...removedMemberIds], call);
  const of = (ids: readonly number[]) => ids.map((id) => people.get(id)).filter((user) => user !== undefined);
  for (const channel of channels) {
    await tell(ctx, channel, group.groupId, of(addedMemberIds), of(removedMemberIds), call);
  }
}

async function tell(
  ctx: Ctx,
  channel: ChannelRow,
  groupId: number,
  added: readonly User[],
  removed: readonly User[],
  call: Call,
): Promise<void> {
  const revealed: number[] = [];
  const hidden: number[] = [];
  for (const user of [...added, ...removed]) {
    if (await knowsOtherwise(ctx, channel, groupId, user, call)) continue;
    if (added.includes(user) && maySeeMetadata(user, channel, { isSubscribed: false, holds: () => true })) {
      revealed.push(user.userId);
    } else if (removed.includes(user)) hidden.push(user.userId);
  }
  if (revealed.length + hidden.length === 0) return;
  const ruleOf = await postingRuleOf(ctx.directory.groups, call);
  await ctx.db.tx(async (tx) => {
    const subscriberIds = revealed.length > 0 ? await subscriberIdsOf(tx, channel.channelId) : [];
    await emitAll(tx, [
      ...channelRevealed({ ...channel, subscriberCount: 0 }, revealed, ruleOf, undefined),
      ...(revealed.length > 0 ? peersTo(channel.channelId, subscriberIds, revealed) : []),
      ...channelHidden(channel.channelId, hidden, undefined),
    ]);
  });
}

/** Whether a person knows of the channel whatever becomes of the group. */
async function knowsOtherwise(
  ctx: Ctx,
  channel: ChannelRow,
  groupId: number,
  user: User,
  call: Call,
): Promise<boolean> {
  if (!user.isActive) return true; // nobody there to tell
  const held = new Set<string>();
  for (const setting of metadataSettings) {
    const groups = await groupsOf(ctx, channel.groupSettings[setting], call);
    const value = channel.groupSettings[setting];
    const isNamed = typeof value !== 'number' && value.direct_members.includes(user.userId);
    const others = [...groups.values()].filter((group) => group.groupId !== groupId && !group.isDeactivated);
    for (const group of others) {
      const isMember =
        group.rule === ''
          ? group.directMemberIds.includes(user.userId)
          : await ctx.directory.groups.isMember(
              { value: { $case: 'groupId', groupId: group.groupId } },
              user,
              call,
            );
      if (isMember) held.add(setting);
    }
    if (isNamed) held.add(setting);
  }
  const standing = {
    isSubscribed: await isSubscribed(ctx.db, channel.channelId, user.userId),
    holds: (setting: string) => held.has(setting),
  };
  return maySeeMetadata(user, channel, standing);
}

/** Private channels that the group lets people know of, itself or through groups that hold it. */
async function channelsReaching(ctx: Ctx, groupId: number, call: Call): Promise<ChannelRow[]> {
  const reaching: ChannelRow[] = [];
  for (const channel of await privateChannels(ctx.db)) {
    for (const setting of metadataSettings) {
      if ((await groupsOf(ctx, channel.groupSettings[setting], call)).has(groupId)) {
        reaching.push(channel);
        break;
      }
    }
  }
  return reaching;
}

/** The groups that a setting's value names, and all below them. */
async function groupsOf(ctx: Ctx, value: GroupSettingValue, call: Call): Promise<Map<number, Group>> {
  const found = new Map<number, Group>();
  const pending = typeof value === 'number' ? [value] : [...value.direct_subgroups];
  for (let id = pending.pop(); id !== undefined; id = pending.pop()) {
    if (found.has(id)) continue;
    const group = await ctx.directory.groups.get(id, call);
    if (!group) continue;
    found.set(id, group);
    if (group.rule === '' && !group.isDeactivated) pending.push(...group.directSubgroupIds);
  }
  return found;
}
