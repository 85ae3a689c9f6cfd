import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  PlanImportedMessagesRequest,
  PlanImportedMessagesResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { planImported } from '../../db/whole-accounts/imports.ts';

const [maxMessages, maxReserved] = [1_000, 10_000];

/** Chooses IDs in the order of the messages. Those that exist keep theirs. */
export async function planImportedMessages(
  { db }: Ctx,
  { messages, reservedIds, areNew }: PlanImportedMessagesRequest,
  { call }: Scope,
): Promise<PlanImportedMessagesResponse> {
  requireOperator(call);
  if (messages.length > maxMessages || reservedIds.length > maxReserved)
    throw errors.badRequest('Too many messages.');
  return { ids: await planImported(db, messages, reservedIds, areNew) };
}
