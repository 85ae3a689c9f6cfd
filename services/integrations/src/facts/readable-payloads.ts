import { ParleyError } from '@parley/core';
import { createScope } from '@parley/facts';
import { backgroundCall } from '@parley/rpc';
import type { MessageId, UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { OutgoingDelivery } from '../db/outgoing-deliveries.ts';
import { listMessages } from './list-messages.ts';

const withinMs = 10_000;

/**
 * Returns deliveries of a bot without the payloads of messages that it may not read any more, because they were deleted, or the bot has left: whoever
 * manages the bot reads with its eyes, and no longer than it does.
 */
export async function withReadablePayloads(
  ctx: Pick<Ctx, 'messaging' | 'factCache'>,
  botId: UserId,
  deliveries: readonly OutgoingDelivery[],
): Promise<OutgoingDelivery[]> {
  const ids = deliveries.filter(({ payload }) => payload !== '').map(({ messageId }) => messageId);
  const readable = await readableOf(
    ctx,
    botId,
    [...new Set(ids)].filter((id) => id !== 0),
  );
  return deliveries.map((each) =>
    each.messageId === 0 || readable.has(each.messageId) ? each : { ...each, payload: '' },
  );
}

async function readableOf(
  ctx: Pick<Ctx, 'messaging' | 'factCache'>,
  botId: UserId,
  messageIds: MessageId[],
): Promise<ReadonlySet<number>> {
  if (messageIds.length === 0) return new Set();
  const call = backgroundCall({ timeoutMs: withinMs, principal: { userId: botId } });
  const request = {
    anchor: '',
    includeAnchor: false,
    anchorDate: '',
    numBefore: 0,
    numAfter: 0,
    narrow: [],
    applyMarkdown: false,
    messageIds,
    hasMessageIds: true,
    allowEmptyTopicName: true,
    sort: 'newest',
  };
  try {
    const { messages } = await listMessages(ctx, request, createScope(ctx.factCache, call));
    return new Set(messages.map(({ id }) => id));
  } catch (error) {
    // A bot that is deactivated reads nothing.
    if (error instanceof ParleyError && error.status < 500) return new Set();
    throw error;
  }
}
