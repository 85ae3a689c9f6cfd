import type { Scope } from '@parley/facts';
import type { CheckInvitationRequest, CheckInvitationResponse } from '@parley/proto/channel/v1/invitations';
import type { Ctx } from '../context.ts';
import { invitableBy } from '../facts/invitable.ts';

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
  // The service `user-admin` may reject a request because of this answer.
  const owners = scope.askingOwners();
  const invitable = await invitableBy(ctx, await owners.caller(), channelIds, owners);
  return {
    invalidIds: channelIds.filter((channelId) => !invitable.channelIds.has(channelId)),
    maySubscribeOthers: invitable.maySubscribeOthers,
  };
}
