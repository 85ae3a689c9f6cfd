import type { Scope } from '@parley/facts';
import { type GetSubscriptionsRequest, GetSubscriptionsResponse } from '@parley/proto/channel/v1/channel';
import type { Ctx } from '../../context.ts';
import { subscriberLists, subscriptionsOf } from '../../db/subscriptions.ts';
import { jsonArray, postingRuleOf } from '../../view/channel-json.ts';
import { subscriptionText } from '../../view/subscription-text.ts';

/** Returns the caller's subscriptions, on request with the lists of subscribers. */
export async function getSubscriptions(
  ctx: Ctx,
  request: GetSubscriptionsRequest,
  scope: Scope,
): Promise<GetSubscriptionsResponse> {
  const caller = await scope.caller();
  const rows = await subscriptionsOf(ctx.db, caller.userId, { withArchived: false, withLeft: false });
  const lists =
    request.includeSubscribers === 'false' || request.includeSubscribers === ''
      ? undefined
      : await subscriberLists(
          ctx.db,
          rows.map((row) => row.channelId),
        );
  const ruleOf = await postingRuleOf(scope);
  return GetSubscriptionsResponse.create({
    subscriptionsJson: jsonArray(rows.map((row) => subscriptionText(row, lists, ruleOf))),
  });
}
