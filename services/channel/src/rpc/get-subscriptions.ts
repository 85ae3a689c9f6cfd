import { requireCaller } from '@parley/directory';
import { type GetSubscriptionsRequest, GetSubscriptionsResponse } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { subscriberLists, subscriptionsOf } from '../db/subscriptions.ts';
import { jsonArray, postingRuleOf } from '../view/channel-json.ts';
import { subscriptionText } from '../view/subscription-text.ts';

/** The caller's subscriptions. Whoever is subscribed may know who else is. */
export async function getSubscriptions(
  ctx: Ctx,
  request: GetSubscriptionsRequest,
  call: Call,
): Promise<GetSubscriptionsResponse> {
  const caller = await requireCaller(ctx, call);
  const rows = await subscriptionsOf(ctx.db, caller.userId, { withArchived: false, withLeft: false });
  const lists =
    request.includeSubscribers === 'false' || request.includeSubscribers === ''
      ? undefined
      : await subscriberLists(
          ctx.db,
          rows.map((row) => row.channelId),
        );
  const ruleOf = await postingRuleOf(ctx.directory.groups, call);
  return GetSubscriptionsResponse.create({
    subscriptionsJson: jsonArray(rows.map((row) => subscriptionText(row, lists, ruleOf))),
  });
}
