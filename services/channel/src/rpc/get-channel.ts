import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import { type GetChannelRequest, GetChannelResponse } from '@parley/proto/channel/v1/reading';
import type { Ctx } from '../context.ts';
import { accessChannel } from '../facts/access.ts';
import { channelJson, postingRuleOf } from '../view/channel-json.ts';

/** Returns a channel that the caller may see, even an archived one. */
export async function getChannel(
  ctx: Ctx,
  { channelId }: GetChannelRequest,
  scope: Scope,
): Promise<GetChannelResponse> {
  const { row } = await scope.confirmed((deciding) => accessChannel(ctx, channelId, [], deciding));
  return GetChannelResponse.create({ streamJson: jsonBytes(channelJson(row, await postingRuleOf(scope))) });
}
