import { emit, type Query, type Tx } from '@parley/db';
import type { Channel } from '@parley/directory';
import { Audience } from '@parley/proto/events/v1/event';
import type { Ctx } from '../context.ts';
import { deleteMessages, lockPicked } from '../db/deletions.ts';
import { deletion, messagesDeleted } from '../events/messages-deleted.ts';
import { byVisibility } from './announce-move.ts';
import { announceStart } from './announce-start.ts';
import { type ChannelReader, channelAudience } from './audience.ts';

/** Messages of one channel and topic to be deleted, a batch at a time. */
export type Doomed = {
  channel: Channel;
  topic: string;
  /** Of a channel that does not show its history. */
  readers: readonly ChannelReader[] | undefined;
  /** Selects the IDs of the next batch. */
  picked: Query;
  /** What must still hold of them, on `m`. */
  condition: Query;
};

/**
 * Deletes one batch in a transaction of its own and announces it. Nobody who sends waits for it: the order lock is
 * not taken.
 * @returns how many were deleted
 */
export function deleteBatch(ctx: Ctx, doomed: Doomed, traceparent: string | undefined): Promise<number> {
  return ctx.db.tx(async (tx) => {
    const ids = await lockPicked(tx, doomed.picked, doomed.condition);
    if (ids.length > 0) await deleteLocked(tx, doomed, ids, traceparent);
    return ids.length;
  });
}

async function deleteLocked(
  tx: Tx,
  { channel, topic, readers }: Doomed,
  ids: readonly number[],
  traceparent: string | undefined,
): Promise<void> {
  const linked = await deleteMessages(tx, ids);
  const place = { channelId: channel.channelId, topic };
  const deliveries = readers
    ? byVisibility(readers, ids).map(({ userIds, ids: seen }) =>
        deletion(seen, place, Audience.create({ userIds })),
      )
    : [deletion(ids, place, channelAudience(channel))];
  await emit(tx, messagesDeleted(ids, place, deliveries, linked, traceparent));
  await announceStart(tx, channel.channelId, ids[0]!);
}
