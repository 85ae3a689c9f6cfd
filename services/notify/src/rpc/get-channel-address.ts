import type { Scope } from '@parley/facts';
import type { GetChannelAddressRequest, GetChannelAddressResponse } from '@parley/proto/notify/v1/notify';
import { handOut } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { keepChannelAddress } from '../db/channel-addresses.ts';
import { channelLocalPart, newChannelToken } from '../domain/channel-address.ts';

/**
 * Returns the mail address that posts to a channel (docs/api/channels.md#email-address); empty when the deployment accepts no
 * mail. For a channel and a sender, a caller always gets the same token in the address. The service `channel` checks the
 * permission.
 * @throws BAD_REQUEST when `channel` does not permit the address; UNAUTHORIZED, also when the caller's credentials have ended
 * meanwhile; ACCESS_DENIED for an API key with limits, because the address outlives the key
 */
export async function getChannelAddress(
  ctx: Ctx,
  { channelId, senderId }: GetChannelAddressRequest,
  scope: Scope,
): Promise<GetChannelAddressResponse> {
  const { userId } = await scope.caller();
  await ctx.channel.getChannelEmailAddress({ channelId, senderId }, scope.call);
  if (!ctx.mailIn) return { email: '' };
  const row = { channelId, creatorId: userId, senderId: senderId === 0 ? userId : senderId };
  const token = await keepChannelAddress(ctx.db, row, newChannelToken());
  // After the address was stored. If the caller's access ends later, the worker that follows the log deletes the address.
  await ctx.userAdmin.checkCredential({}, scope.call);
  const channel = await scope.channels.get(channelId);
  const email = `${channelLocalPart(channel?.name ?? '', token)}@${ctx.mailIn.domain}`;
  return { email: handOut('channel mail address', email, scope.call.principal) };
}
