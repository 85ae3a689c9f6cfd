import type { UpdateChannelRequest, UpdateChannelResponse } from '@parley/proto/channel/v1/administration';
import type { Call } from '@parley/rpc';
import { changeChannel } from '../changing/change-channel.ts';
import type { Ctx } from '../context.ts';

/** Changes what is given of a channel, all or nothing. */
export async function updateChannel(
  ctx: Ctx,
  request: UpdateChannelRequest,
  call: Call,
): Promise<UpdateChannelResponse> {
  await changeChannel(ctx, request, call);
  return {};
}
