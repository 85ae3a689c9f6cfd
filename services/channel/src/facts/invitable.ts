import type { Scope, User } from '@parley/facts';
import type { ChannelId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { channelById, type RelatedChannel } from '../db/channels.ts';
import { isGuest, mayAddSubscribers } from '../domain/permissions.ts';
import { organizationAccess, standings } from './access.ts';

const neededSettings = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_subscribe_group',
] as const;

export type Invitable = { channelIds: ReadonlySet<ChannelId>; maySubscribeOthers: boolean };

/** Default channels, and those to which the person may add people. Reads facts from their owners. */
export async function invitableBy(
  ctx: Ctx,
  inviter: User,
  channelIds: Iterable<ChannelId>,
  owners: Scope,
): Promise<Invitable> {
  const organization = await organizationAccess(ctx, inviter, owners);
  const related: RelatedChannel[] = [];
  for (const channelId of new Set(channelIds)) {
    const row = await channelById(ctx.db, channelId, inviter.userId);
    if (row) related.push(row);
  }
  const standingIn = await standings(inviter, related, neededSettings, owners);
  const addable = related.filter((row) =>
    mayAddSubscribers(inviter, row, standingIn(row), organization.holds),
  );
  const defaults = related.filter((row) => row.isDefault && !row.isArchived);
  return {
    channelIds: new Set([...addable, ...defaults].map(({ channelId }) => channelId)),
    maySubscribeOthers:
      !isGuest(inviter) && (organization.holds('can_add_subscribers_group') || addable.length > 0),
  };
}
