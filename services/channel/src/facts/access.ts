/** The user, the channel, the subscription, and permissions through groups. `domain/permissions.ts` decides. */
import { errors, type Visitor, visitor } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import type { ChannelId } from '@parley/rules';
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

/** The permissions of the organization that a user has. */
export type OrganizationAccess = {
  holds: HoldsOrganizationRight;
  allowsWebPublic: boolean;
};

/** Looks up the permissions of the organization that a user has. */
export async function organizationAccess(ctx: Ctx, user: User, scope: Scope): Promise<OrganizationAccess> {
  const { enable_spectator_access: admitsVisitors } = await scope.settings();
  const held = new Set<OrganizationRight>();
  for (const right of organizationRights) if (await scope.holds(right, user)) held.add(right);
  return { holds: (right) => held.has(right), allowsWebPublic: ctx.webPublicChannels && admitsVisitors };
}

type Governed = { groupSettings: ChannelSettingValues };

/**
 * Looks up a reader's standing (relation and permissions) in channels. Each value of a group setting is looked up once, even if
 * several channels have it. Visitors have no permissions.
 * @param settings the group settings on which the decision depends
 * @returns a function that returns the standing in one of the channels
 */
export async function standings<Channel extends Governed & { isSubscribed: boolean }>(
  reader: User | Visitor,
  channels: readonly Channel[],
  settings: readonly ChannelSetting[],
  scope: Scope,
): Promise<(channel: Channel) => Standing> {
  const held = new Map<string, boolean>();
  if (reader !== visitor) {
    for (const { groupSettings } of channels) {
      for (const name of settings) {
        const value = groupSettings[name];
        const key = settingKey(value);
        if (!held.has(key)) held.set(key, await scope.groups.isMember(value, reader));
      }
    }
  }
  return (channel) => ({
    isSubscribed: channel.isSubscribed,
    holds: (setting) => held.get(settingKey(channel.groupSettings[setting])) ?? false,
  });
}

/** Returns the error for a channel that does not exist. A channel that the caller may not see gets the same error. */
export const invalidChannel = () => errors.badRequest('Invalid channel ID');

export type Access = { caller: User; row: RelatedChannel; standing: Standing };

/** @param settings on which the decision depends @throws BAD_REQUEST when the caller may not see the channel */
export async function accessChannel(
  ctx: Ctx,
  channelId: ChannelId,
  settings: readonly ChannelSetting[],
  scope: Scope,
): Promise<Access> {
  const caller = await scope.caller();
  const row = await channelById(ctx.db, channelId, caller.userId);
  if (!row) throw invalidChannel();
  const needed = [...new Set([...metadataSettings, ...settings])];
  const standing = (await standings(caller, [row], needed, scope))(row);
  if (!maySeeMetadata(caller, row, standing)) throw invalidChannel();
  return { caller, row, standing };
}
