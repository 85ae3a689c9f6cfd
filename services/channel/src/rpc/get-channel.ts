import { jsonBytes } from '@parley/core';
import { confirmed } from '@parley/directory';
import { type GetChannelRequest, GetChannelResponse } from '@parley/proto/channel/v1/reading';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { accessChannel } from '../facts/access.ts';
import { channelJson, postingRuleOf } from '../view/channel-json.ts';

/** One channel that the caller may know of, archived ones too. */
export async function getChannel(
  ctx: Ctx,
  { channelId }: GetChannelRequest,
  call: Call,
): Promise<GetChannelResponse> {
  const { row } = await confirmed((options) => accessChannel(ctx, channelId, [], call, options));
  const ruleOf = await postingRuleOf(ctx.directory.groups, call);
  return GetChannelResponse.create({ streamJson: jsonBytes(channelJson(row, ruleOf)) });
}
