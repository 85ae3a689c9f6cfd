import { errors } from '@parley/core';
import { confirmed } from '@parley/directory';
import { type SubscribeRequest, SubscribeResponse } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { applySubscribe, countSubscribed, type Subscribed } from '../subscribing/apply.ts';
import { parseSubscribe, planSubscribe, type SubscribePlan } from '../subscribing/plan.ts';

/** Times a request is decided anew because another one changed the same channels in between. */
const maxAttempts = 5;

/** Subscribes people to channels, creating those that do not exist (specification, 3). All or nothing. */
export async function subscribe(ctx: Ctx, request: SubscribeRequest, call: Call): Promise<SubscribeResponse> {
  ctx.writeGuard.check();
  const parsed = parseSubscribe(request);
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const plan = await confirmedPlan(ctx, parsed, call);
    const done = await ctx.db.tx((tx) => applySubscribe(tx, plan, call.traceparent));
    if (done) {
      countSubscribed(ctx, done);
      return answer(plan, done);
    }
    ctx.telemetry.decidedAgain();
  }
  throw errors.unavailable();
}

/** The plan; one that refuses anything is made again from the owners' own answers. */
async function confirmedPlan(
  ctx: Ctx,
  parsed: ReturnType<typeof parseSubscribe>,
  call: Call,
): Promise<SubscribePlan> {
  return confirmed(async (options) => {
    const plan = await planSubscribe(ctx, parsed, call, options);
    if (plan.unauthorized.length > 0 && !options.confirm) throw errors.notPermitted();
    return plan;
  });
}

function answer(plan: SubscribePlan, done: Subscribed): SubscribeResponse {
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
    subscribedJson: Buffer.from(JSON.stringify(subscribed)),
    alreadySubscribedJson: Buffer.from(JSON.stringify(alreadySubscribed)),
    unauthorized: [...plan.unauthorized],
    newSubscriptionMessagesSent: false,
  });
}
