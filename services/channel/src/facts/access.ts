/** Gathers the facts that `domain/permissions.ts` decides on: who asks, and which settings' groups hold them. */

import { errors } from '@parley/core';
import { type LookupOptions, requireCaller, type User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import { groupSettingOf } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelById, type RelatedChannel } from '../db/channels.ts';
import { type ChannelSetting, type ChannelSettingValues, settingKey } from '../domain/group-settings.ts';
import {
  type HoldsOrganizationRight,
  maySeeMetadata,
  metadataSettings,
  type OrganizationRight,
  type Standing,
} from '../domain/permissions.ts';

const organizationRights = [
  'can_add_subscribers_group',
  'can_create_public_channel_group',
  'can_create_private_channel_group',
  'can_create_web_public_channel_group',
  'can_set_topics_policy_group',
  'can_set_delete_message_policy_group',
] as const satisfies readonly OrganizationRight[];

/** Which of the organization's rights the person holds. */
export async function organizationAccess(
  ctx: Ctx,
  user: User,
  call: Call,
  options?: LookupOptions,
): Promise<{ holds: HoldsOrganizationRight; spectators: boolean }> {
  const settings = await ctx.directory.organization.settings(call, options);
  const held = new Set<OrganizationRight>();
  for (const right of organizationRights) {
    if (await ctx.directory.groups.isMember(settings[right], user, call, options)) held.add(right);
  }
  return {
    holds: (right) => held.has(right),
    spectators: ctx.webPublicChannels && settings.enable_spectator_access,
  };
}

type Governed = { groupSettings: ChannelSettingValues };

/**
 * The person's relation to channels. Each distinct group is asked for once, however many channels name it.
 * @param settings those that the decision may look at.
 * @returns a function from a channel to the standing there; `user` undefined is a spectator.
 */
export async function standings<Channel extends Governed & { isSubscribed: boolean }>(
  ctx: Ctx,
  user: User | undefined,
  channels: readonly Channel[],
  settings: readonly ChannelSetting[],
  call: Call,
  options?: LookupOptions,
): Promise<(channel: Channel) => Standing> {
  const held = new Map<string, boolean>();
  if (user) {
    for (const { groupSettings } of channels) {
      for (const name of settings) {
        const value = groupSettings[name];
        const key = settingKey(value);
        if (held.has(key)) continue;
        held.set(key, await ctx.directory.groups.isMember(groupSettingOf(value), user, call, options));
      }
    }
  }
  return (channel) => ({
    isSubscribed: channel.isSubscribed,
    holds: (setting) => held.get(settingKey(channel.groupSettings[setting])) ?? false,
  });
}

/** What somebody hears of a channel that is not there, or that they may not know of. */
export const invalidChannel = () => errors.badRequest('Invalid channel ID');

/** A channel, who asks, and what they hold there. */
export type Access = { caller: User; row: RelatedChannel; standing: Standing };

/**
 * The channel, if the caller may know of it.
 * @param settings those that a decision looks at beside who may know.
 * @throws BAD_REQUEST otherwise.
 */
export async function accessChannel(
  ctx: Ctx,
  channelId: number,
  settings: readonly ChannelSetting[],
  call: Call,
  options?: LookupOptions,
): Promise<Access> {
  const caller = await requireCaller(ctx, call, options);
  const row = await channelById(ctx.db, channelId, caller.userId);
  if (!row) throw invalidChannel();
  const looksAt = [...new Set([...metadataSettings, ...settings])];
  const standing = (await standings(ctx, caller, [row], looksAt, call, options))(row);
  if (!maySeeMetadata(caller, row, standing)) throw invalidChannel();
  return { caller, row, standing };
}
