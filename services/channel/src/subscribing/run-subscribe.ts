/** Runs a request to subscribe, from its plan to its answer, for all operations that subscribe. */
import { errors, jsonBytes } from '@parley/core';
import type { Tx } from '@parley/db';
import { retryOnConflict, type Scope } from '@parley/directory';
import { type SubscribeRequest, SubscribeResponse } from '@parley/proto/channel/v1/channel';
import type { Ctx } from '../context.ts';
import { applySubscribe, countSubscribed, type Subscribed } from './apply-subscribe.ts';
import { type ParsedSubscribe, parseSubscribe, planSubscribe, type SubscribePlan } from './plan-subscribe.ts';

/** Options in which operations that subscribe differ. */
export type SubscribeVariant = {
  /** All named channels must be new, and a request without principals subscribes no one instead of the caller. */
  isCreation?: boolean;
  /**
   * Decides on further changes and returns the function that makes them in the same transaction. This function returns
   * false when the decision is obsolete.
   */
  planMore?: (scope: Scope) => Promise<(tx: Tx) => Promise<boolean>>;
};

/** Thrown to roll back a transaction when the decision of `planMore` is obsolete. */
const obsolete = new Error('obsolete decision');

/** Decides and writes a request to subscribe. @throws the refusals of `planSubscribe` */
export async function runSubscribe(
  ctx: Ctx,
  request: SubscribeRequest,
  scope: Scope,
  { isCreation = false, planMore }: SubscribeVariant = {},
): Promise<{ plan: SubscribePlan; done: Subscribed }> {
  ctx.writeGuard.check();
  const parsed = parseSubscribe(request, isCreation);
  return retryOnConflict(
    scope,
    async (current) => {
      const plan = await confirmedPlan(ctx, parsed, current);
      const doMore = await planMore?.(current);
      const done = await ctx.db
        .tx(async (tx) => {
          const applied = await applySubscribe(tx, plan, scope.call.traceparent);
          if (applied && doMore && !(await doMore(tx))) throw obsolete;
          return applied;
        })
        .catch((error) => {
          if (error !== obsolete) throw error;
        });
      if (!done) return undefined;
      countSubscribed(ctx, done);
      return { plan, done };
    },
    { onConflict: ctx.telemetry.conflict },
  );
}

/** Returns the plan. One that refuses any channel is decided again on the owners' answers. */
const confirmedPlan = (ctx: Ctx, parsed: ParsedSubscribe, scope: Scope): Promise<SubscribePlan> =>
  scope.confirmed(async (deciding) => {
    const plan = await planSubscribe(ctx, parsed, deciding);
    if (plan.unauthorized.length > 0 && !deciding.asksOwners) throw errors.notPermitted();
    return plan;
  });

/** Lists by user ID the names of channels joined now, and of those joined before (docs/api/channels.md#subscribing). */
export function subscribeAnswer(plan: SubscribePlan, done: Subscribed): SubscribeResponse {
  const joined = Map.groupBy(done.joined, (row) => row.userId);
  const subscribed: Record<string, string[]> = {};
  const alreadySubscribed: Record<string, string[]> = {};
  for (const { userId } of plan.people) {
    const joinedIds = new Set(joined.get(userId)?.map((row) => row.channelId));
    for (const { channelId, name } of done.channels) {
      const into = joinedIds.has(channelId) ? subscribed : alreadySubscribed;
      into[userId] ??= [];
      into[userId].push(name);
    }
  }
  return SubscribeResponse.create({
    subscribedJson: jsonBytes(subscribed),
    alreadySubscribedJson: jsonBytes(alreadySubscribed),
    unauthorized: [...plan.unauthorized],
    newSubscriptionMessagesSent: done.notified,
  });
}
