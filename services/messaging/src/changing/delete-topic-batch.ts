import { firstItem } from '@parley/core';
import { emit, type Query, recordAudit, type Tx } from '@parley/db';
import type { Channel } from '@parley/facts';
import type { Call } from '@parley/rpc';
import type { MessageId } from '@parley/rules';
import type { ChannelReader } from '../audience/channel-audience.ts';
import type { Ctx } from '../context.ts';
import { deleteMessages, lockCandidates } from '../db/changing/deletions.ts';
import { messagesDeleted } from '../events/messages-deleted.ts';
import { announceStart } from './announce-start.ts';
import { auditedPlace } from './audited-place.ts';
import { deletionDeliveries } from './deletion-deliveries.ts';

export type TopicDeletion = {
  channel: Channel;
  topic: string;
  /** Readers of the channel; undefined unless it has protected history. */
  readers: readonly ChannelReader[] | undefined;
  candidates: Query;
  /** SQL condition on the message, whose row has the alias `m`. It must still hold after the lock is taken. */
  condition: Query;
};

/** Without the order lock, so sends do not wait. @returns the number of deleted messages */
export function deleteTopicBatch(ctx: Ctx, messages: TopicDeletion, call: Call): Promise<number> {
  return ctx.db.tx(async (tx) => {
    const ids = await lockCandidates(tx, messages.candidates, messages.condition);
    if (ids.length === 0) return 0;
    await deleteOfTopic(tx, messages, ids, call.traceparent);
    const details = { ...auditedPlace(messages.channel, messages.topic), messageIds: ids };
    await recordAudit(tx, call, [{ action: 'topic.deleted', details }]);
    return ids.length;
  });
}

async function deleteOfTopic(
  tx: Tx,
  { channel, topic, readers }: TopicDeletion,
  ids: readonly MessageId[],
  traceparent: string | undefined,
): Promise<void> {
  const linked = await deleteMessages(tx, ids);
  const place = { channelId: channel.channelId, topic };
  const deliveries = deletionDeliveries(channel, topic, readers, ids);
  await emit(tx, messagesDeleted(ids, place, deliveries, linked, traceparent));
  await announceStart(tx, channel.channelId, firstItem(ids));
}
