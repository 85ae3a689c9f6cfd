import { inTurns, lastItem } from '@parley/core';
import type { Running } from './state.ts';

/** Number of channels of one call. */
const atOnce = 500;
/** Number of people whose queues are closed at the same time. */
const peopleAtOnce = 16;

/** Lets the channels know their first messages and when they were active last. */
export async function finishChannels(running: Running): Promise<void> {
  await settleChannels(
    running,
    [...running.channels.values()].map(({ id }) => id),
  );
}

/** Stores what follows from the messages that channels have now. */
export async function settleChannels(
  running: Pick<Running, 'ctx' | 'row' | 'call'>,
  ids: readonly number[],
): Promise<void> {
  const { ctx, row } = running;
  const unique = [...new Set(ids)];
  for (let at = 0; at < unique.length; at += atOnce) {
    const channelIds = unique.slice(at, at + atOnce);
    const { channels } = await ctx.clients.messaging.getImportedActivity({ channelIds }, running.call());
    const byId = new Map(channels.map((channel) => [channel.channelId, channel]));
    await ctx.clients.channel.finishImportedChannels(
      {
        importId: row.importId,
        channels: channelIds.map((channelId) => ({
          channelId,
          firstMessageId: byId.get(channelId)?.firstMessageId ?? 0,
          lastSentAt: byId.get(channelId)?.lastSentAt ?? 0,
          isArchived: false,
        })),
      },
      running.call(),
    );
  }
}

/** Tells the clients of all people to register again, because imported messages have no events. */
export async function closeQueues(running: Pick<Running, 'ctx' | 'call'>): Promise<void> {
  const { ctx } = running;
  for (let afterUserId = 0; ; ) {
    const { accounts } = await ctx.clients.userAdmin.listAccounts({ afterUserId }, running.call());
    if (accounts.length === 0) return;
    const active = accounts.filter(({ isActive }) => isActive);
    await inTurns(active, peopleAtOnce, async ({ userId }) => {
      const request = { userId, callerRole: undefined, queueIds: [] };
      await ctx.clients.eventQueue.closeQueues(request, running.call());
    });
    afterUserId = lastItem(accounts).userId;
  }
}
