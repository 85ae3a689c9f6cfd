import { firstItem } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { CreateChannelRequest, CreateChannelResponse } from '@parley/proto/channel/v1/channel';
import { SubscribeRequest } from '@parley/proto/channel/v1/channel';
import type { Ctx } from '../context.ts';
import { runSubscribe } from '../subscribing/run-subscribe.ts';

/** The caller is subscribed only if the request names them. @throws CHANNEL_ALREADY_EXISTS; those of `runSubscribe` */
export async function createChannel(
  ctx: Ctx,
  { channel }: CreateChannelRequest,
  scope: Scope,
): Promise<CreateChannelResponse> {
  const request = SubscribeRequest.create({ ...channel, authorizationErrorsFatal: true });
  const { done } = await runSubscribe(ctx, request, scope, { isCreation: true });
  return { channelId: firstItem(done.channels).channelId };
}
