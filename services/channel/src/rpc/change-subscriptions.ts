import { errors } from '@parley/core';
import {
  type ChangeSubscriptionsRequest,
  ChangeSubscriptionsResponse,
  SubscribeRequest,
  UnsubscribeRequest,
} from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import { channelNameKey } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { LeftRow } from '../db/subscriptions.ts';
import { subscribeAnswer, subscribing } from '../subscribing/carry-out.ts';
import {
  applyUnsubscribe,
  planUnsubscribe,
  type UnsubscribePlan,
  unsubscribeAnswer,
} from '../subscribing/unsubscribe.ts';

/** The caller leaves some channels and joins others, all or nothing. */
export async function changeSubscriptions(
  ctx: Ctx,
  request: ChangeSubscriptionsRequest,
  call: Call,
): Promise<ChangeSubscriptionsResponse> {
  ctx.writeGuard.check();
  const add = SubscribeRequest.create({ ...request.add, authorizationErrorsFatal: true });
  if (request.delete.length + add.subscriptions.length === 0) {
    throw errors.badRequest('Nothing to do. Specify at least one of "add" or "delete".');
  }
  const names = UnsubscribeRequest.create({ channelNames: request.delete });
  const keys = new Set(request.delete.map(channelNameKey));
  if (add.subscriptions.some(({ name }) => keys.has(channelNameKey(name)))) {
    throw errors.badRequest('A channel cannot be both in "add" and in "delete".');
  }
  let leave: UnsubscribePlan | undefined;
  let left: readonly LeftRow[] = [];
  const { plan, done } = await subscribing(ctx, add, call, {
    async planMore() {
      if (request.delete.length === 0) return async () => true;
      const leaving = await planUnsubscribe(ctx, names, call);
      leave = leaving;
      return async (tx) => {
        const gone = await applyUnsubscribe(tx, leaving, call.traceparent);
        left = gone ?? [];
        return gone !== undefined;
      };
    },
  });
  return ChangeSubscriptionsResponse.create({
    added: subscribeAnswer(plan, done),
    deleted: leave && unsubscribeAnswer(ctx, leave, left),
  });
}
