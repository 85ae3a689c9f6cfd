import type { Scope } from '@parley/facts';
import type { SubscribeRequest, SubscribeResponse } from '@parley/proto/channel/v1/channel';
import type { Ctx } from '../../context.ts';
import { runSubscribe, subscribeAnswer } from '../../subscribing/run-subscribe.ts';

/** Subscribes people to channels, and creates those that do not exist (docs/api/channels.md#subscribing). */
export async function subscribe(
  ctx: Ctx,
  request: SubscribeRequest,
  scope: Scope,
): Promise<SubscribeResponse> {
  const { plan, done } = await runSubscribe(ctx, request, scope);
  return subscribeAnswer(plan, done);
}
