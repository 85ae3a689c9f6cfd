import { requireCaller } from '@parley/directory';
import type { CheckInvitationRequest, CheckInvitationResponse } from '@parley/proto/channel/v1/invitations';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { channelById, type RelatedChannel } from '../db/channels.ts';
import { isGuest, mayAddSubscribers } from '../domain/permissions.ts';
import { organizationAccess, standings } from '../facts/access.ts';

const decisive = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
] as const;

/** Which channels the caller may have new people subscribed to: default ones, and those they may add people to. */
export async function checkInvitation(
  ctx: Ctx,
  { channelIds }: CheckInvitationRequest,
  call: Call,
): Promise<CheckInvitationResponse> {
  const confirm = { confirm: true }; // a refusal must be the owners' own
  const caller = await requireCaller(ctx, call, confirm);
  const organization = await organizationAccess(ctx, caller, call, confirm);
  const related: RelatedChannel[] = [];
  for (const channelId of new Set(channelIds)) {
    const row = await channelById(ctx.db, channelId, caller.userId);
    if (row) related.push(row);
  }
  const standingIn = await standings(ctx, caller, related, decisive, call, confirm);
  const mayAdd = new Map(
    related.map((row) => [
      row.channelId,
      mayAddSubscribers(caller, row, standingIn(row), organization.holds),
    ]),
  );
  const isFine = (channelId: number) =>
    mayAdd.get(channelId) === true ||
    related.some((row) => row.channelId === channelId && row.isDefault && !row.isArchived);
  return {
    invalidIds: channelIds.filter((channelId) => !isFine(channelId)),
    maySubscribeOthers:
      !isGuest(caller) &&
      (organization.holds('can_add_subscribers_group') || [...mayAdd.values()].includes(true)),
  };
}
