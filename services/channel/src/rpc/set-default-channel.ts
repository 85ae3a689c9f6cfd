import { errors } from '@parley/core';
import { confirmed } from '@parley/directory';
import {
  type SetDefaultChannelRequest,
  type SetDefaultChannelResponse,
  UpdateChannelRequest,
} from '@parley/proto/channel/v1/administration';
import type { Call } from '@parley/rpc';
import { changeChannel } from '../changing/change-channel.ts';
import type { Ctx } from '../context.ts';
import { accessChannel } from '../facts/access.ts';
import { administrator } from '../facts/administrator.ts';

/** Makes a channel a default one for newcomers, or no longer; administrators only. */
export async function setDefaultChannel(
  ctx: Ctx,
  { channelId, isDefault }: SetDefaultChannelRequest,
  call: Call,
): Promise<SetDefaultChannelResponse> {
  await administrator(ctx, call);
  await confirmed(async (options) => {
    const { row } = await accessChannel(ctx, channelId, [], call, options);
    if (isDefault && row.isPrivate) throw errors.badRequest('Private channels cannot be made default.');
  });
  const request = UpdateChannelRequest.create({ channelId, isDefaultStream: isDefault });
  await changeChannel(ctx, request, call);
  return {};
}
