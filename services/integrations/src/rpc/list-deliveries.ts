import { jsonBytes } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  ListDeliveriesRequest,
  ListDeliveriesResponse,
} from '@parley/proto/integrations/v1/integrations';
import { personOf } from '@parley/rpc';
import { requireContents } from '@parley/rules';
import { languageOf } from '@parley/texts';
import type { Ctx } from '../context.ts';
import { listIncomingDeliveries } from '../db/incoming-deliveries.ts';
import { listOutgoingDeliveries } from '../db/outgoing-deliveries.ts';
import { requireManagedBot } from '../facts/managed-bot.ts';
import { withReadablePayloads } from '../facts/readable-payloads.ts';
import { presentIncoming, presentOutgoing } from '../view/delivery.ts';

/** Maximum number of deliveries in one answer. */
const maxLimit = 100;

/**
 * Returns what the tools of a bot sent, or what was sent to its program, newest first.
 * @throws BAD_REQUEST when there is no such bot, or the caller may not manage it; ACCESS_DENIED for an API key that may not read messages
 */
export async function listDeliveries(
  ctx: Ctx,
  { botUserId, before, limit, direction, state, language: tag }: ListDeliveriesRequest,
  scope: Scope,
): Promise<ListDeliveriesResponse> {
  requireContents(personOf(scope.call)?.keyScope);
  const { userId } = await requireManagedBot(scope, botUserId);
  const language = languageOf(tag);
  const page = { before, state, limit: Math.max(1, Math.min(maxLimit, limit)) };
  const deliveries =
    direction === 'out'
      ? (await withReadablePayloads(ctx, userId, await listOutgoingDeliveries(ctx.db, userId, page))).map(
          (each) => presentOutgoing(each, language),
        )
      : (await listIncomingDeliveries(ctx.db, userId, page)).map((each) => presentIncoming(each, language));
  return { deliveriesJson: jsonBytes(deliveries) };
}
