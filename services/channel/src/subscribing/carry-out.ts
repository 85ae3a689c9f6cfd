/** A request to subscribe from its plan to its answer, for all operations that subscribe. */
import { errors, jsonBytes } from '@parley/core';
import type { Tx } from '@parley/db';
import { confirmed } from '@parley/directory';
import { type SubscribeRequest, SubscribeResponse } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import { decideAnew } from '../changing/decide-anew.ts';
import type { Ctx } from '../context.ts';
import { applySubscribe, countSubscribed, type Subscribed } from './apply.ts';
import { type ParsedSubscribe, parseSubscribe, planSubscribe, type SubscribePlan } from './plan.ts';

/** What operations that subscribe differ in. */
export type SubscribeVariant = {
  /** Everything named must be new, and a request without principals means nobody, not the caller. */
  isCreation?: boolean;
  /** Decides what belongs to the same change; what it returns does it, or does not because it is out of date. */
  planMore?: () => Promise<(tx: Tx) => Promise<boolean>>;
};

/** Thrown to undo a transaction whose second half is out of date. */
const outOfDate = new Error('out of date');

/** Decides and writes; anew when somebody else changed the same channels in between. */
export async function subscribing(
  ctx: Ctx,
  request: SubscribeRequest,
  call: Call,
  { isCreation = false, planMore }: SubscribeVariant = {},
): Promise<{ plan: SubscribePlan; done: Subscribed }> {
  ctx.writeGuard.check();
  const parsed = parseSubscribe(request, isCreation);
  return decideAnew(ctx, async (attempt) => {
    const plan =
      attempt === 0
        ? await confirmedPlan(ctx, parsed, call)
        : await planSubscribe(ctx, parsed, call, { confirm: true });
    const doMore = await planMore?.();
    const done = await ctx.db
      .tx(async (tx) => {
        const applied = await applySubscribe(tx, plan, call.traceparent);
        if (applied && doMore && !(await doMore(tx))) throw outOfDate;
        return applied;
      })
      .catch((error) => {
        if (error !== outOfDate) throw error;
      });
    if (!done) return undefined;
    countSubscribed(ctx, done);
    return { plan, done };
  });
}

/** The plan; one that refuses anything is made again from the owners' own answers. */
async function confirmedPlan(ctx: Ctx, parsed: ParsedSubscribe, call: Call): Promise<SubscribePlan> {
  return confirmed(async (options) => {
    const plan = await planSubscribe(ctx, parsed, call, options);
    if (plan.unauthorized.length > 0 && !options.confirm) throw errors.notPermitted();
    return plan;
  });
}

/** Who joined what and who was there before, by user ID (contract, subscribe). */
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
