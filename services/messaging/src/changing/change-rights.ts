import type { Channel, LookupOptions, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { ChannelRight, ChannelStanding, HoldsInOrganization } from '@parley/rules';
import type { OrganizationPermission, OrganizationSettings } from '@parley/settings';
import type { Ctx } from '../context.ts';

/** Finds which permissions of the organization a person has. */
export async function loadOrganizationRights<Right extends OrganizationPermission>(
  { directory }: Ctx,
  settings: OrganizationSettings,
  user: User,
  rights: readonly Right[],
  call: Call,
  options: LookupOptions,
): Promise<HoldsInOrganization<Right>> {
  const held = new Set<Right>();
  for (const right of rights) {
    if (await directory.groups.isMember(settings[right], user, call, options)) held.add(right);
  }
  return (right) => held.has(right);
}

/** Finds whether a person is subscribed to a channel, and which of the permissions they have; those to its content are included. */
export async function loadChannelStanding(
  { directory }: Ctx,
  channel: Channel,
  user: User,
  isSubscribed: boolean,
  rights: readonly ChannelRight[],
  call: Call,
  options: LookupOptions,
): Promise<ChannelStanding> {
  const held = new Set<ChannelRight>();
  const needed: readonly ChannelRight[] = [...rights, 'can_add_subscribers_group', 'can_subscribe_group'];
  for (const right of needed) {
    const setting = channel.groupSettings[right];
    if (setting && (await directory.groups.isMember(setting, user, call, options))) held.add(right);
  }
  return { isSubscribed, holds: (right) => held.has(right) };
}

/** Returns the fields of a channel that the rules use. */
export const channelFacts = (channel: Channel) => ({
  isPrivate: channel.inviteOnly,
  isWebPublic: channel.isWebPublic,
  isArchived: channel.isArchived,
});
