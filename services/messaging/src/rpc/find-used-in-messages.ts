import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  FindUsedInMessagesRequest,
  FindUsedInMessagesResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { usedInMessages, usedTopics } from '../db/imports.ts';

const maxTopics = 1_000;

/**
 * Returns those of the channels that contain messages, those of the people who have sent messages, and which topics have messages that
 * an import did not bring.
 */
export async function findUsedInMessages(
  { db }: Ctx,
  { channelIds, userIds, topics, importId }: FindUsedInMessagesRequest,
  { call }: Scope,
): Promise<FindUsedInMessagesResponse> {
  requireOperator(call);
  if (topics.length > maxTopics) throw errors.badRequest('Invalid parameters');
  const [used, isUsed] = await Promise.all([
    usedInMessages(db, channelIds, userIds),
    usedTopics(db, topics, importId),
  ]);
  return { ...used, usedTopics: isUsed };
}
