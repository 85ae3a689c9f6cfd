import type { CreateChannelRequest, CreateChannelResponse } from '@parley/proto/channel/v1/channel';
import { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { subscribing } from '../subscribing/carry-out.ts';

/** Creates one channel with its first subscribers, who need not hold the caller. @throws CHANNEL_ALREADY_EXISTS */
export async function createChannel(
  ctx: Ctx,
  { channel }: CreateChannelRequest,
  call: Call,
): Promise<CreateChannelResponse> {
  const request = SubscribeRequest.create({ ...channel, authorizationErrorsFatal: true });
  const { done } = await subscribing(ctx, request, call, { isCreation: true });
  return { channelId: done.channels[0]!.channelId };
}
