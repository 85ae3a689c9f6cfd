import { emitAll, type Tx } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  UndoImportedChannelsRequest,
  UndoImportedChannelsResponse,
} from '@parley/proto/channel/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { ChannelId, UserId } from '@parley/rules';
import type { Ctx } from '../../context.ts';
import { channels } from '../../db/channels.ts';
import {
  createdBy,
  deleteChannel,
  forgetImport,
  forgetSubscriptions,
  subscriptionsOfImport,
} from '../../db/imports.ts';
import { removeSubscriptions, subscriberIdsOf, takeBoundary } from '../../db/subscriptions.ts';
import { type Holders, noHolders } from '../../domain/audience.ts';
import { channelRemoved } from '../../events/channel-removed.ts';
import { subscriptionsRemoved } from '../../events/subscriptions-removed.ts';
import { holdersOf } from '../../facts/holders.ts';

/** Number of subscriptions that one transaction ends. */
const batch = 2_000;

/** Keeps those in which people have written since, and ends subscriptions that it added elsewhere. */
export async function undoImportedChannels(
  ctx: Ctx,
  { importId, keptChannelIds }: UndoImportedChannelsRequest,
  scope: Scope,
): Promise<UndoImportedChannelsResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  const kept = new Set(keptChannelIds);
  const created = await createdBy(ctx.db, importId);
  const removed = created.filter((id) => !kept.has(id));
  for (const channelId of removed) {
    const [row] = await channels(ctx.db, [channelId]);
    if (!row) continue;
    const holders = await holdersOf(ctx, row, scope);
    await ctx.db.tx(async (tx) => {
      const boundary = await takeBoundary(tx);
      await endSubscriptions(tx, channelId, await subscriberIdsOf(tx, channelId), boundary, holders);
      const [present] = await channels(tx, [channelId]);
      if (!present) return;
      await deleteChannel(tx, channelId);
      await emitAll(tx, [channelRemoved(present, holders)]);
    });
  }
  // People keep their subscriptions of the channels that stay, because they may write there now.
  const stays = new Set(created);
  while (await endBatch(ctx, importId, stays, scope));
  await ctx.db.tx((tx) => forgetImport(tx, importId));
  return { channels: removed.length };
}

async function endBatch(
  ctx: Ctx,
  importId: number,
  stays: ReadonlySet<ChannelId>,
  scope: Scope,
): Promise<boolean> {
  const planned = await ctx.db.tx((tx) => subscriptionsOfImport(tx, importId, batch));
  const holders = new Map<ChannelId, Holders>();
  for (const row of await channels(ctx.db, [...new Set(planned.map(({ channelId }) => channelId))])) {
    holders.set(row.channelId, await holdersOf(ctx, row, scope));
  }
  await ctx.db.tx(async (tx) => {
    const boundary = await takeBoundary(tx);
    for (const [channelId, pairs] of Map.groupBy(planned, (pair) => pair.channelId)) {
      if (stays.has(channelId)) continue;
      const userIds = pairs.map(({ userId }) => userId);
      await endSubscriptions(tx, channelId, userIds, boundary, holders.get(channelId) ?? noHolders);
    }
    await forgetSubscriptions(tx, importId, planned);
  });
  return planned.length === batch;
}

async function endSubscriptions(
  tx: Tx,
  channelId: ChannelId,
  userIds: readonly UserId[],
  boundary: number,
  holders: Holders,
): Promise<void> {
  const [channel] = await channels(tx, [channelId]);
  if (!channel || userIds.length === 0) return;
  const left = await removeSubscriptions(tx, { channelIds: [channelId], userIds, boundary });
  const ended = { channel, left, hiddenFrom: new Set<UserId>(), holders, boundary };
  await emitAll(tx, subscriptionsRemoved(ended, undefined));
}
