import type { Scope } from '@parley/facts';
import type { UpdateChannelRequest, UpdateChannelResponse } from '@parley/proto/channel/v1/administration';
import { changeChannel } from '../changing/change-channel.ts';
import type { Ctx } from '../context.ts';

/** Changes properties of a channel. Either all changes are made or none. */
export async function updateChannel(
  ctx: Ctx,
  request: UpdateChannelRequest,
  scope: Scope,
): Promise<UpdateChannelResponse> {
  await changeChannel(ctx, request, scope);
  return {};
}
