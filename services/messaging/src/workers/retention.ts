/**
 * Deletes messages when the retention time of the organization or channel has passed. Each transaction deletes a batch. One
 * replica at a time does this, and another continues when it stops.
 */
import { sleep } from '@parley/core';
import { type Channel, createScope, isOrganizationDeactivated } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import { findChannelReaders, hasProtectedHistory } from '../audience/channel-audience.ts';
import { deleteLocked } from '../changing/delete-locked.ts';
import type { Ctx } from '../context.ts';
import { channelsWithMessages, lockExpired, takeRetentionLock } from '../db/changing/retention.ts';
import { rangesBefore } from '../db/reading/sent-at.ts';
import { type RunningWorker, runUntilStopped } from './run-until-stopped.ts';

const batchMessages = 500;
const daySeconds = 86_400;

export const startRetentionWorker = (ctx: Ctx, intervalMs: number): RunningWorker =>
  runUntilStopped(async (signal) => {
    while (!signal.aborted) {
      await sleep(intervalMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      await deleteExpired(ctx, signal).catch((error: unknown) => {
        ctx.logger.warn(
          { err: error },
          'expired messages could not be deleted; retrying at the next interval',
        );
      });
    }
  });

/** In a deactivated organization, and while another replica deletes messages, it deletes none. */
export async function deleteExpired(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const scope = createScope(ctx.factCache, backgroundCall());
  if (await isOrganizationDeactivated(ctx.factCache)) return;
  const settings = await scope.settings();
  const channels = await scope.channels.many(await channelsWithMessages(ctx.db));
  for (const channel of channels.values()) {
    await deleteFrom(ctx, channel, channel.messageRetentionDays ?? settings.message_retention_days, signal);
  }
  await deleteFrom(ctx, undefined, settings.message_retention_days, signal);
}

/** Of direct conversations without `channel`. Without positive `days`, messages never expire. */
async function deleteFrom(
  ctx: Ctx,
  channel: Channel | undefined,
  days: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (typeof days !== 'number' || days <= 0) return;
  // A channel of an earlier release may have more days than there are in the times of PostgreSQL.
  const sentBefore = Math.max(0, Math.floor(ctx.clock.now() / 1000) - days * daySeconds);
  const readers =
    channel && hasProtectedHistory(channel)
      ? await findChannelReaders(ctx, channel.channelId, createScope(ctx.factCache, backgroundCall()))
      : undefined;
  for (const range of await rangesBefore(ctx.db, new Date(sentBefore * 1_000))) {
    const expired = { channelId: channel?.channelId, range, sentBefore, limit: batchMessages };
    let count = batchMessages;
    while (count === batchMessages && !signal?.aborted) {
      ctx.writeGuard.check();
      count = await ctx.db.tx(async (tx) => {
        if (!(await takeRetentionLock(tx))) return 0;
        const ids = await lockExpired(tx, expired);
        if (ids.length > 0) await deleteLocked(tx, channel, readers, ids);
        return ids.length;
      });
    }
  }
}
