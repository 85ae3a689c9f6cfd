import type { SubscribeRequest, SubscribeResponse } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { subscribeAnswer, subscribing } from '../subscribing/carry-out.ts';

/** Subscribes people to channels, creating those that do not exist (specification, 3). All or nothing. */
export async function subscribe(ctx: Ctx, request: SubscribeRequest, call: Call): Promise<SubscribeResponse> {
  const { plan, done } = await subscribing(ctx, request, call);
  return subscribeAnswer(plan, done);
}
