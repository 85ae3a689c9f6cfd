import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  ImportedSubscription,
  ImportSubscriptionsRequest,
  ImportSubscriptionsResponse,
} from '@parley/proto/channel/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { channels } from '../../db/channels.ts';
import { addInactive, createdBy, finishSubscriptions, type ImportedPair } from '../../db/imports.ts';
import { takeBoundary } from '../../db/subscriptions.ts';
import { parseColor } from '../../domain/color.ts';
import { holdersOf } from '../../facts/holders.ts';
import { subscribePeople } from '../../subscribing/apply-subscribe.ts';
import { postingRuleOf } from '../../view/channel-json.ts';

const maxSubscriptions = 2_000;

/** In a channel that the import created from the beginning. Subscriptions that exist stay as they are. */
export async function importSubscriptions(
  ctx: Ctx,
  { importId, subscriptions }: ImportSubscriptionsRequest,
  scope: Scope,
): Promise<ImportSubscriptionsResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (subscriptions.length > maxSubscriptions) throw errors.internal();
  const ruleOf = await postingRuleOf(scope);
  const isNew = new Set(await createdBy(ctx.db, importId));
  const owners = scope.askingOwners();
  const people = await owners.users.many(subscriptions.map(({ userId }) => userId));
  let added = 0;
  for (const [channelId, given] of Map.groupBy(subscriptions, (each) => each.channelId)) {
    const [before] = await channels(ctx.db, [channelId]);
    if (!before) continue;
    const holders = await holdersOf(ctx, before, owners);
    const known = given.flatMap(({ userId }) => people.get(userId) ?? []);
    added += await ctx.db.tx(async (tx) => {
      const position = await takeBoundary(tx);
      const boundary = isNew.has(channelId) ? 0 : position;
      const rows = await channels(tx, [channelId]);
      const joined = await subscribePeople(tx, {
        channels: rows,
        created: [],
        people: known.filter(({ isActive }) => isActive),
        colorOf: () => null,
        holdersOf: () => holders,
        boundary,
        ruleOf,
        traceparent: undefined,
        actorId: 0,
        announce: false,
        notify: false,
      });
      const gone = known.filter(({ isActive }) => !isActive).map(({ userId }) => userId);
      const inactive = await addInactive(tx, channelId, gone, boundary);
      const fresh = new Set([...joined, ...inactive].map(({ userId }) => userId));
      const pairs = given.filter(({ userId }) => fresh.has(userId)).map(pairOf);
      await finishSubscriptions(tx, importId, pairs);
      return pairs.length;
    });
  }
  return { added };
}

const pairOf = (given: ImportedSubscription): ImportedPair => ({
  channelId: given.channelId,
  userId: given.userId,
  color: colorOf(given.color),
  isMuted: given.isMuted,
  isPinned: given.isPinned,
  desktopNotifications: given.desktopNotifications ?? null,
  emailNotifications: given.emailNotifications ?? null,
  pushNotifications: given.pushNotifications ?? null,
  audibleNotifications: given.audibleNotifications ?? null,
  wildcardMentionsNotify: given.wildcardMentionsNotify ?? null,
});

function colorOf(given: string): string | null {
  try {
    return parseColor(given);
  } catch {
    return null;
  }
}
