import { errors } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import { confirmed, type LookupOptions, requireCaller, type User } from '@parley/directory';
import { type UnsubscribeRequest, UnsubscribeResponse } from '@parley/proto/channel/v1/channel';
import type { Call } from '@parley/rpc';
import { channelNameKey } from '@parley/rules';
import { decideAnew } from '../changing/decide-anew.ts';
import type { Ctx } from '../context.ts';
import { channelsByKey, type RelatedChannel } from '../db/channels.ts';
import { type LeftRow, removeSubscriptions, takeBoundary } from '../db/subscriptions.ts';
import { type Holders, knowingBySubscriptionOnly, noHolders } from '../domain/audience.ts';
import { checkAmount } from '../domain/new-channel.ts';
import { mayRemoveSubscribers, maySeeMetadata } from '../domain/permissions.ts';
import { channelHidden } from '../events/channel-created.ts';
import { subscriptionsRemoved } from '../events/subscriptions-removed.ts';
import { standings } from '../facts/access.ts';
import { holdersOf } from '../facts/holders.ts';
import { principalsOf } from '../facts/principals.ts';
import { isSame } from './apply.ts';

/** Whom to take out of what, and who knows of those channels. It holds as long as the channels' rows are these. */
export type UnsubscribePlan = {
  /** Whose relation to the channels was looked at. */
  callerId: number;
  people: readonly User[];
  channels: readonly RelatedChannel[];
  holders: ReadonlyMap<number, Holders>;
};

/** Decides; a refusal is confirmed by the owners first. A name nobody may know of refuses everything. @throws STREAM_DOES_NOT_EXIST, BAD_REQUEST */
export const planUnsubscribe = (
  ctx: Ctx,
  request: UnsubscribeRequest,
  call: Call,
): Promise<UnsubscribePlan> => confirmed((options) => decide(ctx, request, call, options));

/** Names of what they left, and of what none of them was in (contract, unsubscribe). */
export function unsubscribeAnswer(
  ctx: Ctx,
  { channels }: UnsubscribePlan,
  left: readonly LeftRow[],
): UnsubscribeResponse {
  ctx.telemetry.subscriptionsRemoved(left.length);
  const removedIds = new Set(left.map((row) => row.channelId));
  const names = (wasRemoved: boolean) =>
    channels.filter((row) => removedIds.has(row.channelId) === wasRemoved).map((row) => row.name);
  return UnsubscribeResponse.create({ removed: names(true), notRemoved: names(false) });
}

const looksAt = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_remove_subscribers_group',
  'can_subscribe_group',
] as const;

async function decide(
  ctx: Ctx,
  request: UnsubscribeRequest,
  call: Call,
  options: LookupOptions,
): Promise<UnsubscribePlan> {
  const caller = await requireCaller(ctx, call, options);
  const people = await principalsOf(ctx, request, caller, call, { ...options, deactivated: true });
  const keys = [...new Set(request.channelNames.map(channelNameKey))];
  checkAmount({ people: people.length, channels: keys.length, created: 0 });
  const rows = new Map((await channelsByKey(ctx.db, keys, caller.userId)).map((row) => [row.nameKey, row]));
  const standingIn = await standings(ctx, caller, [...rows.values()], looksAt, call, options);
  for (const name of request.channelNames) {
    const row = rows.get(channelNameKey(name));
    if (!row || !maySeeMetadata(caller, row, standingIn(row)))
      throw errors.streamDoesNotExist({ stream: name });
    for (const person of people) {
      if (person.userId === caller.userId) continue;
      if (!mayRemoveSubscribers(caller, row, standingIn(row), person)) throw errors.notPermitted();
    }
  }
  const holders = new Map<number, Holders>();
  for (const row of rows.values()) holders.set(row.channelId, await holdersOf(ctx, row, call));
  return { callerId: caller.userId, people, channels: [...rows.values()], holders };
}

/** Decides and writes; anew when somebody else changed the same channels in between. */
export async function unsubscribing(
  ctx: Ctx,
  request: UnsubscribeRequest,
  call: Call,
): Promise<UnsubscribeResponse> {
  return decideAnew(ctx, async () => {
    const plan = await planUnsubscribe(ctx, request, call);
    const left = await ctx.db.tx((tx) => applyUnsubscribe(tx, plan, call.traceparent));
    return left && unsubscribeAnswer(ctx, plan, left);
  });
}

/**
 * Writes and emits, in the transaction.
 * @returns the subscriptions that ended; undefined when the plan is out of date, and nothing is done.
 */
export async function applyUnsubscribe(
  tx: Tx,
  { callerId, people, channels, holders }: UnsubscribePlan,
  traceparent: string | undefined,
): Promise<LeftRow[] | undefined> {
  const boundary = await takeBoundary(tx);
  const keys = channels.map((row) => row.nameKey);
  if (!isSame(channels, await channelsByKey(tx, keys, callerId))) return undefined;
  const gone = await removeSubscriptions(
    tx,
    channels.map((row) => row.channelId),
    people.map((person) => person.userId),
    boundary,
  );
  const leftOf = Map.groupBy(gone, (row) => row.channelId);
  const byId = new Map(people.map((person) => [person.userId, person]));
  const events = channels.flatMap((channel) => {
    const left = leftOf.get(channel.channelId);
    if (!left) return [];
    const known = holders.get(channel.channelId) ?? noHolders;
    const unaware = knowingBySubscriptionOnly(
      left.map((row) => byId.get(row.userId)!),
      channel,
      known,
    );
    const removed = { channel, left, unaware: new Set(unaware), holders: known, boundary };
    return [
      ...subscriptionsRemoved(removed, traceparent),
      ...channelHidden(channel.channelId, unaware, traceparent),
    ];
  });
  await emitAll(tx, events);
  return gone;
}
