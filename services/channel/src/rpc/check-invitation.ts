import type { Scope } from '@parley/directory';
import type { CheckInvitationRequest, CheckInvitationResponse } from '@parley/proto/channel/v1/invitations';
import type { Ctx } from '../context.ts';
import { channelById, type RelatedChannel } from '../db/channels.ts';
import { isGuest, mayAddSubscribers } from '../domain/permissions.ts';
import { organizationAccess, standings } from '../facts/access.ts';

const neededSettings = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
] as const;

/**
 * Returns those of the channels to which the caller may not invite people. Default channels are allowed, and channels to which the
 * caller may add people. Also returns whether the caller may subscribe other people, because of the organization's permission or
 * because the caller may add people to one of the channels.
 */
export async function checkInvitation(
  ctx: Ctx,
  { channelIds }: CheckInvitationRequest,
  scope: Scope,
): Promise<CheckInvitationResponse> {
  // The service `user-admin` may reject a request because of this answer, so it uses facts from the services that own them instead
  // of caches.
  const owners = scope.askingOwners();
  const caller = await owners.caller();
  const organization = await organizationAccess(ctx, caller, owners);
  const related: RelatedChannel[] = [];
  for (const channelId of new Set(channelIds)) {
    const row = await channelById(ctx.db, channelId, caller.userId);
    if (row) related.push(row);
  }
  const standingIn = await standings(caller, related, neededSettings, owners);
  const mayAdd = new Map(
    related.map((row) => [
      row.channelId,
      mayAddSubscribers(caller, row, standingIn(row), organization.holds),
    ]),
  );
  const isAllowed = (channelId: number) =>
    mayAdd.get(channelId) === true ||
    related.some((row) => row.channelId === channelId && row.isDefault && !row.isArchived);
  return {
    invalidIds: channelIds.filter((channelId) => !isAllowed(channelId)),
    maySubscribeOthers:
      !isGuest(caller) &&
      (organization.holds('can_add_subscribers_group') || [...mayAdd.values()].includes(true)),
  };
}
