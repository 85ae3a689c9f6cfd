import type { Channel, LookupOptions, User } from '@parley/directory';
import type { Call } from '@parley/rpc';
import type { ChannelRight, ChannelStanding, HoldsInOrganization } from '@parley/rules';
import type { OrganizationPermission, OrganizationSettings } from '@parley/settings';
import type { Ctx } from '../context.ts';

/** Whether a person holds rights of the organization. */
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

/** A person's standing in a channel, as far as the rights asked for and those to its content. */
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
  const asked: readonly ChannelRight[] = [...rights, 'can_add_subscribers_group', 'can_subscribe_group'];
  for (const right of asked) {
    const setting = channel.groupSettings[right];
    if (setting && (await directory.groups.isMember(setting, user, call, options))) held.add(right);
  }
  return { isSubscribed, holds: (right) => held.has(right) };
}

/** What the pure rules want to know of a channel. */
export const channelFacts = (channel: Channel) => ({
  isPrivate: channel.inviteOnly,
  isWebPublic: channel.isWebPublic,
  isArchived: channel.isArchived,
});
