import type { Channel, Scope, User } from '@parley/facts';
import type { ChannelRight, ChannelStanding, HoldsInOrganization } from '@parley/rules';
import type { OrganizationPermission } from '@parley/settings';
import type { Reader } from '../domain/reading/visibility.ts';

export async function loadOrganizationRights<Right extends OrganizationPermission>(
  user: User,
  rights: readonly Right[],
  scope: Scope,
): Promise<HoldsInOrganization<Right>> {
  const held = new Set<Right>();
  for (const right of rights) {
    if (await scope.holds(right, user)) held.add(right);
  }
  return (right) => held.has(right);
}

/** Permissions that allow subscribing are always looked up, because they also allow reading. */
export async function loadChannelStanding(
  channel: Channel,
  { user, histories }: Reader & { user: User },
  rights: readonly ChannelRight[],
  scope: Scope,
): Promise<ChannelStanding> {
  const held = new Set<ChannelRight>();
  const needed: readonly ChannelRight[] = [...rights, 'can_add_subscribers_group', 'can_subscribe_group'];
  for (const right of needed) {
    const setting = channel.groupSettings[right];
    if (setting && (await scope.groups.isMember(setting, user))) held.add(right);
  }
  const isSubscribed = histories.get(channel.channelId)?.isSubscribed ?? false;
  return { isSubscribed, holds: (right) => held.has(right) };
}

/** Returns the properties of a channel that the permission rules use. */
export const channelFacts = (channel: Channel) => ({
  isPrivate: channel.inviteOnly,
  isWebPublic: channel.isWebPublic,
  isArchived: channel.isArchived,
});
