/** Runs a request to subscribe, from its plan to its answer. All operations that subscribe people use it. */
import { errors, jsonBytes } from '@parley/core';
import { type RecordedChange, recordAudit, type Tx } from '@parley/db';
import { retryOnConflict, type Scope } from '@parley/directory';
import { type SubscribeRequest, SubscribeResponse } from '@parley/proto/channel/v1/channel';
import { changedMemberships, createdChannels } from '../changing/audited-changes.ts';
import type { Ctx } from '../context.ts';
import { applySubscribe, recordSubscribeMetrics, type Subscribed } from './apply-subscribe.ts';
import { type ParsedSubscribe, parseSubscribe, planSubscribe, type SubscribePlan } from './plan-subscribe.ts';

/** The options in which these operations differ. */
export type SubscribeVariant = {
  /**
   * Whether the request creates channels: all named channels must be new, and a request without principals subscribes
   * no one instead of the caller.
   */
  isCreation?: boolean;
  /**
   * Decides on further changes. Returns a function that makes them in the same transaction; it returns false when the
   * decision is obsolete.
   */
  planMore?: (scope: Scope) => Promise<(tx: Tx) => Promise<boolean>>;
};

/** Thrown to roll back a transaction when the decision of `planMore` is obsolete. */
const obsolete = new Error('obsolete decision');

/** Decides on a request to subscribe and writes the result. @throws the refusals of `planSubscribe` */
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
          if (applied) await recordAudit(tx, scope.call, changesOf(applied));
          return applied;
        })
        .catch((error) => {
          if (error !== obsolete) throw error;
        });
      if (!done) return undefined;
      recordSubscribeMetrics(ctx, done);
      return { plan, done };
    },
    { onConflict: ctx.telemetry.conflict },
  );
}

/** Returns what the audit log records of a subscription. */
const changesOf = ({ channels, created, joined }: Subscribed): RecordedChange[] => [
  // Created channels are the last ones.
  ...createdChannels(created === 0 ? [] : channels.slice(-created)),
  ...changedMemberships('channel.subscribed', joined, channels),
];

/** Returns the plan. When it refuses a channel, it is decided again on facts from their owners. */
const confirmedPlan = (ctx: Ctx, parsed: ParsedSubscribe, scope: Scope): Promise<SubscribePlan> =>
  scope.confirmed(async (deciding) => {
    const plan = await planSubscribe(ctx, parsed, deciding);
    if (plan.unauthorized.length > 0 && !deciding.asksOwners) throw errors.notPermitted();
    return plan;
  });

/**
 * Lists, by user ID, the names of channels to which people were subscribed now, and to which they were subscribed
 * before (docs/api/channels.md#subscribing).
 */
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
