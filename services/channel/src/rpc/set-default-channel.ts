import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import {
  type SetDefaultChannelRequest,
  type SetDefaultChannelResponse,
  UpdateChannelRequest,
} from '@parley/proto/channel/v1/administration';
import { changeChannel } from '../changing/change-channel.ts';
import type { Ctx } from '../context.ts';
import { accessChannel } from '../facts/access.ts';
import { administrator } from '../facts/administrator.ts';

/** Makes a channel a default channel, to which new people are subscribed, or ends this. Only administrators may do so. */
export async function setDefaultChannel(
  ctx: Ctx,
  { channelId, isDefault }: SetDefaultChannelRequest,
  scope: Scope,
): Promise<SetDefaultChannelResponse> {
  await administrator(scope);
  await scope.confirmed(async (deciding) => {
    const { row } = await accessChannel(ctx, channelId, [], deciding);
    if (isDefault && row.isPrivate) throw errors.badRequest('Private channels cannot be made default.');
  });
  await changeChannel(ctx, UpdateChannelRequest.create({ channelId, isDefaultStream: isDefault }), scope);
  return {};
}
