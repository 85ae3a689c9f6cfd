/**
 * Deletes what the organization or a channel does not keep any longer, a batch at a time. Any replica does it, one
 * at a time; whoever dies has deleted whole batches, and the next one goes on.
 */
import { sleep } from '@parley/core';
import { emitAll, type Tx } from '@parley/db';
import type { Channel } from '@parley/directory';
import type { Event } from '@parley/proto/events/v1/event';
import { Audience } from '@parley/proto/events/v1/event';
import { backgroundCall } from '@parley/rpc';
import { byVisibility } from '../changing/announce-move.ts';
import { announceStart } from '../changing/announce-start.ts';
import { type ChannelReader, channelAudience, isProtected, readersOf } from '../changing/audience.ts';
import type { Ctx } from '../context.ts';
import { deleteMessages } from '../db/deletions.ts';
import {
  channelsWithMessages,
  firstIdSince,
  groupByPlace,
  lockExpired,
  type Together,
  takeRetentionLock,
} from '../db/retention.ts';
import { deletion, messagesDeleted } from '../events/messages-deleted.ts';

const batchMessages = 500;
const daySeconds = 86_400;

export type RetentionWorker = { stop(): Promise<void> };

/** Looks for what is too old every `intervalMs` until stopped. */
export function startRetentionWorker(ctx: Ctx, intervalMs: number): RetentionWorker {
  const stopping = new AbortController();
  const { signal } = stopping;
  const running = (async () => {
    while (!signal.aborted) {
      await sleep(intervalMs, signal).catch(() => undefined);
      if (signal.aborted) return;
      await deleteExpired(ctx, signal).catch((error: unknown) => {
        ctx.logger.warn({ error }, 'old messages could not be deleted; it is tried again');
      });
    }
  })();
  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Deletes everything that is too old now. */
export async function deleteExpired(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const settings = await ctx.directory.organization.settings(backgroundCall());
  const channels = await ctx.directory.channels.many(await channelsWithMessages(ctx.db), backgroundCall());
  for (const channel of channels.values()) {
    await deleteFrom(ctx, channel, channel.messageRetentionDays ?? settings.messageRetentionDays, signal);
  }
  await deleteFrom(ctx, undefined, settings.messageRetentionDays, signal);
}

/** -1 keeps forever, and so does what says nothing. */
async function deleteFrom(
  ctx: Ctx,
  channel: Channel | undefined,
  days: number | undefined,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (typeof days !== 'number' || days <= 0) return;
  const sentBefore = Math.floor(ctx.clock.now() / 1000) - days * daySeconds;
  const belowId = (await firstIdSince(ctx.db, sentBefore)) ?? Number.MAX_SAFE_INTEGER;
  const expired = { channelId: channel?.channelId, belowId, sentBefore, limit: batchMessages };
  const readers =
    channel && isProtected(channel) ? await readersOf(ctx, channel.channelId, backgroundCall()) : undefined;
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

async function deleteLocked(
  tx: Tx,
  channel: Channel | undefined,
  readers: readonly ChannelReader[] | undefined,
  ids: readonly number[],
): Promise<void> {
  const places = await groupByPlace(tx, ids);
  const linked = await deleteMessages(tx, ids);
  await emitAll(
    tx,
    places.map((place) => eventOf(place, channel, readers, linked)),
  );
  if (channel) await announceStart(tx, channel.channelId, ids[0]!);
}

function eventOf(
  { topic, memberIds, ids }: Together,
  channel: Channel | undefined,
  readers: readonly ChannelReader[] | undefined,
  linked: boolean,
): Event {
  if (!channel) {
    const told = [deletion(ids, undefined, Audience.create({ userIds: memberIds ?? [] }))];
    return messagesDeleted(ids, undefined, told, linked, undefined);
  }
  const place = { channelId: channel.channelId, topic };
  const told = readers
    ? byVisibility(readers, ids).map(({ userIds, ids: seen }) =>
        deletion(seen, place, Audience.create({ userIds })),
      )
    : [deletion(ids, place, channelAudience(channel))];
  return messagesDeleted(ids, place, told, linked, undefined);
}
