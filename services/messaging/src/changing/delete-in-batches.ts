import { emit, type Query, type Tx } from '@parley/db';
import type { Channel } from '@parley/directory';
import { Audience } from '@parley/proto/events/v1/event';
import { type ChannelReader, channelAudience } from '../audience/channel-audience.ts';
import type { Ctx } from '../context.ts';
import { deleteMessages, lockCandidates } from '../db/deletions.ts';
import { deletionDelivery, messagesDeleted } from '../events/messages-deleted.ts';
import { groupByVisibility } from './announce-move.ts';
import { announceStart } from './announce-start.ts';

/** Messages of one channel and topic to be deleted, a batch at a time. */
export type TopicDeletion = {
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
export function deleteBatch(
  ctx: Ctx,
  doomed: TopicDeletion,
  traceparent: string | undefined,
): Promise<number> {
  return ctx.db.tx(async (tx) => {
    const ids = await lockCandidates(tx, doomed.picked, doomed.condition);
    if (ids.length > 0) await deleteLocked(tx, doomed, ids, traceparent);
    return ids.length;
  });
}

async function deleteLocked(
  tx: Tx,
  { channel, topic, readers }: TopicDeletion,
  ids: readonly number[],
  traceparent: string | undefined,
): Promise<void> {
  const linked = await deleteMessages(tx, ids);
  const place = { channelId: channel.channelId, topic };
  const deliveries = readers
    ? groupByVisibility(readers, ids).map(({ userIds, ids: seen }) =>
        deletionDelivery(seen, place, Audience.create({ userIds })),
      )
    : [deletionDelivery(ids, place, channelAudience(channel))];
  await emit(tx, messagesDeleted(ids, place, deliveries, linked, traceparent));
  await announceStart(tx, channel.channelId, ids[0]!);
}
