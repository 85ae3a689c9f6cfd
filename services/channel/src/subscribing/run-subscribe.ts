/** Runs a request to subscribe: plans, writes and answers it. All RPCs that subscribe people use this file. */
import { errors, jsonBytes } from '@parley/core';
import { type RecordedChange, recordAudit, type Tx } from '@parley/db';
import { retryOnConflict, type Scope } from '@parley/facts';
import { type SubscribeRequest, SubscribeResponse } from '@parley/proto/channel/v1/channel';
import { requireConnection } from '@parley/rpc';
import { changedMemberships, createdChannels } from '../changing/audited-changes.ts';
import type { Ctx } from '../context.ts';
import { applySubscribe, recordSubscribeMetrics, type Subscribed } from './apply-subscribe.ts';
import { type ParsedSubscribe, parseSubscribe, planSubscribe, type SubscribePlan } from './plan-subscribe.ts';

/** The options in which the operations that subscribe people differ. */
export type SubscribeVariant = {
  /** Then all named channels must be new, and without principals no one is subscribed. */
  isCreation?: boolean;
  /** In the same transaction. The returned function returns false when its plan is obsolete. */
  planMore?: (scope: Scope) => Promise<(tx: Tx) => Promise<boolean>>;
};

/** Error that rolls back the transaction when the plan of `planMore` is obsolete. */
const obsolete = new Error('obsolete decision');

/** Plans a request to subscribe and writes the result. @throws the errors of `planSubscribe`, of parsing and of `planMore` */
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
      const write = async (tx: Tx) => {
        const applied = await applySubscribe(tx, plan, scope.call.traceparent);
        if (applied && doMore && !(await doMore(tx))) throw obsolete;
        if (applied) await recordAudit(tx, scope.call, changesOf(applied));
        return applied;
      };
      const done = await ctx.db.tx(write, { check: () => requireConnection(scope.call) }).catch((error) => {
        if (error !== obsolete) throw error;
      });
      if (!done) return undefined;
      recordSubscribeMetrics(ctx, done);
      return { plan, done };
    },
    { onConflict: ctx.telemetry.conflict },
  );
}

/** Returns the entries for the audit log. */
const changesOf = ({ channels, created, joined }: Subscribed): RecordedChange[] => [
  // `channels` contains the existing channels first and the created ones last.
  ...createdChannels(created === 0 ? [] : channels.slice(-created)),
  ...changedMemberships('channel.subscribed', joined, channels),
];

/** With cached facts; after a rejection again with facts from their owners. */
const confirmedPlan = (ctx: Ctx, parsed: ParsedSubscribe, scope: Scope): Promise<SubscribePlan> =>
  scope.confirmed(async (deciding) => {
    const plan = await planSubscribe(ctx, parsed, deciding);
    if (plan.unauthorized.length > 0 && !deciding.asksOwners) throw errors.notPermitted();
    return plan;
  });

/** By user ID, the names of channels joined now, and already before (docs/api/channels.md#subscribing). */
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
