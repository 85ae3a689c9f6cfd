import { errors } from '@parley/core';
import { emitAll } from '@parley/db';
import type { Scope } from '@parley/facts';
import type {
  FinishImportedChannelsRequest,
  FinishImportedChannelsResponse,
} from '@parley/proto/channel/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { changeFirstMessage, setActiveOn } from '../../db/activity.ts';
import { channels } from '../../db/channels.ts';
import { channelUpdated } from '../../events/channel-updated.ts';
import { holdersOf } from '../../facts/holders.ts';

const maxChannels = 1_000;

/** Stores the first messages of channels and when they were active last, after messages were imported or removed. */
export async function finishImportedChannels(
  ctx: Ctx,
  { channels: finished }: FinishImportedChannelsRequest,
  scope: Scope,
): Promise<FinishImportedChannelsResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (finished.length > maxChannels) throw errors.internal();
  for (const { channelId, firstMessageId, lastSentAt } of finished) {
    const [row] = await channels(ctx.db, [channelId]);
    if (!row) continue;
    const holders = await holdersOf(ctx, row, scope);
    await ctx.db.tx(async (tx) => {
      const changed = await changeFirstMessage(tx, channelId, firstMessageId || undefined);
      const day = new Date(lastSentAt * 1_000).toISOString().slice(0, 10);
      const active = lastSentAt === 0 ? undefined : await setActiveOn(tx, channelId, day);
      await emitAll(tx, [
        ...(changed ? [channelUpdated(changed, 'first_message_id', firstMessageId || null, holders)] : []),
        ...(active ? [channelUpdated(active, 'is_recently_active', true, holders)] : []),
      ]);
    });
  }
  return {};
}
