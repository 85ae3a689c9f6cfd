import { errors, required } from '@parley/core';
import { emitAll, recordAudit, type Tx } from '@parley/db';
import { retryOnConflict, type Scope, type User } from '@parley/facts';
import { type UnsubscribeRequest, UnsubscribeResponse } from '@parley/proto/channel/v1/channel';
import { type Call, requireConnection } from '@parley/rpc';
import { type ChannelId, channelNameKey, type UserId } from '@parley/rules';
import { changedMemberships } from '../changing/audited-changes.ts';
import type { Ctx } from '../context.ts';
import { channelsByKey, type RelatedChannel } from '../db/channels.ts';
import { type LeftRow, removeSubscriptions, takeBoundary } from '../db/subscriptions.ts';
import { type Holders, noHolders, viewersBySubscriptionOnly } from '../domain/audience.ts';
import { checkAmount } from '../domain/new-channel.ts';
import { mayRemoveSubscribers, maySeeMetadata } from '../domain/permissions.ts';
import { channelHidden } from '../events/channel-created.ts';
import { subscriptionsRemoved } from '../events/subscriptions-removed.ts';
import { standings } from '../facts/access.ts';
import { holdersOf } from '../facts/holders.ts';
import { principalsOf } from '../facts/principals.ts';
import { isSame } from './apply-subscribe.ts';

/** A plan to unsubscribe each of `people` from each of `channels`. It may be written only while these channels are unchanged. */
export type UnsubscribePlan = {
  /** The person whose permissions were checked. */
  callerId: UserId;
  people: readonly User[];
  channels: readonly RelatedChannel[];
  /** The people who see each channel through its group settings, by channel ID. */
  holders: ReadonlyMap<ChannelId, Holders>;
};

/**
 * Plans a request to unsubscribe. Before it rejects the request, it checks again with facts from the services that own them. The
 * whole request fails when the caller may not see one of the channels.
 * @throws STREAM_DOES_NOT_EXIST when a channel does not exist or the caller may not see it; BAD_REQUEST for invalid people, too
 * many subscriptions, or a missing permission
 */
export const planUnsubscribe = (
  ctx: Ctx,
  request: UnsubscribeRequest,
  scope: Scope,
): Promise<UnsubscribePlan> => scope.confirmed((deciding) => decide(ctx, request, deciding));

/** Counts them for the metrics. Names of channels that at least one person left, and of the others. */
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

const neededSettings = [
  'can_add_subscribers_group',
  'can_administer_channel_group',
  'can_remove_subscribers_group',
  'can_subscribe_group',
] as const;

async function decide(ctx: Ctx, request: UnsubscribeRequest, scope: Scope): Promise<UnsubscribePlan> {
  const caller = await scope.caller();
  const people = await principalsOf(request, scope, { allowDeactivated: true });
  const keys = [...new Set(request.channelNames.map(channelNameKey))];
  checkAmount({ people: people.length, channels: keys.length, created: 0 });
  const rows = new Map((await channelsByKey(ctx.db, keys, caller.userId)).map((row) => [row.nameKey, row]));
  const standingIn = await standings(caller, [...rows.values()], neededSettings, scope);
  for (const name of request.channelNames) {
    const row = rows.get(channelNameKey(name));
    if (!row || !maySeeMetadata(caller, row, standingIn(row)))
      throw errors.streamDoesNotExist({ stream: name });
    for (const person of people) {
      if (person.userId === caller.userId) continue;
      if (!mayRemoveSubscribers(caller, row, standingIn(row), person)) throw errors.notPermitted();
    }
  }
  const holders = new Map<ChannelId, Holders>();
  for (const row of rows.values()) holders.set(row.channelId, await holdersOf(ctx, row, scope));
  return { callerId: caller.userId, people, channels: [...rows.values()], holders };
}

/** Plans a request to unsubscribe and writes the result. @throws the errors of `planUnsubscribe` */
export const runUnsubscribe = (
  ctx: Ctx,
  request: UnsubscribeRequest,
  scope: Scope,
): Promise<UnsubscribeResponse> =>
  retryOnConflict(
    scope,
    async (current) => {
      const plan = await planUnsubscribe(ctx, request, current);
      const left = await ctx.db.tx((tx) => applyUnsubscribe(tx, plan, scope.call), {
        check: () => requireConnection(scope.call),
      });
      return left && unsubscribeAnswer(ctx, plan, left);
    },
    { onConflict: ctx.telemetry.conflict },
  );

/** @returns the subscriptions that ended; undefined, with nothing written, when the plan is obsolete */
export async function applyUnsubscribe(
  tx: Tx,
  { callerId, people, channels, holders }: UnsubscribePlan,
  call: Call,
): Promise<LeftRow[] | undefined> {
  const { traceparent } = call;
  const boundary = await takeBoundary(tx);
  const keys = channels.map((row) => row.nameKey);
  if (!isSame(channels, await channelsByKey(tx, keys, callerId))) return undefined;
  const ended = await removeSubscriptions(tx, {
    channelIds: channels.map((row) => row.channelId),
    userIds: people.map((person) => person.userId),
    boundary,
  });
  await recordAudit(tx, call, changedMemberships('channel.unsubscribed', ended, channels));
  const leftOf = Map.groupBy(ended, (row) => row.channelId);
  const byId = new Map(people.map((person) => [person.userId, person]));
  const events = channels.flatMap((channel) => {
    const left = leftOf.get(channel.channelId);
    if (!left) return [];
    const ownHolders = holders.get(channel.channelId) ?? noHolders;
    const hiddenFrom = viewersBySubscriptionOnly(
      left.map((row) => required(byId.get(row.userId), 'person of an ended subscription')),
      channel,
      ownHolders,
    );
    const removed = { channel, left, hiddenFrom: new Set(hiddenFrom), holders: ownHolders, boundary };
    return [
      ...subscriptionsRemoved(removed, traceparent),
      ...channelHidden(channel.channelId, hiddenFrom, traceparent),
    ];
  });
  await emitAll(tx, events);
  return ended;
}
