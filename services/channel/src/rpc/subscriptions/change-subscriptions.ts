import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import {
  type ChangeSubscriptionsRequest,
  ChangeSubscriptionsResponse,
  SubscribeRequest,
  UnsubscribeRequest,
} from '@parley/proto/channel/v1/channel';
import { channelNameKey } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import type { LeftRow } from '../../db/subscriptions.ts';
import { runSubscribe, subscribeAnswer } from '../../subscribing/run-subscribe.ts';
import {
  applyUnsubscribe,
  planUnsubscribe,
  type UnsubscribePlan,
  unsubscribeAnswer,
} from '../../subscribing/run-unsubscribe.ts';

/** Unsubscribes the caller from some channels and subscribes the caller to others. Either all changes are made or none. */
export async function changeSubscriptions(
  ctx: Ctx,
  request: ChangeSubscriptionsRequest,
  scope: Scope,
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
  let removal: UnsubscribePlan | undefined;
  let removed: readonly LeftRow[] = [];
  const { plan, done } = await runSubscribe(ctx, add, scope, {
    async planMore(current) {
      if (request.delete.length === 0) return async () => true;
      const planned = await planUnsubscribe(ctx, names, current);
      removal = planned;
      return async (tx) => {
        const left = await applyUnsubscribe(tx, planned, scope.call);
        removed = left ?? [];
        return left !== undefined;
      };
    },
  });
  return ChangeSubscriptionsResponse.create({
    added: subscribeAnswer(plan, done),
    deleted: removal && unsubscribeAnswer(ctx, removal, removed),
  });
}
