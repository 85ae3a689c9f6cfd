import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  FindUsedInMessagesRequest,
  FindUsedInMessagesResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { usedConversations, usedInMessages, usedTopics } from '../db/whole-accounts/imports.ts';

/** Number of topics, and of direct conversations. */
const maxPlaces = 1_000;

/**
 * Returns those of the channels that contain messages, those of the people who have sent messages, and which topics and direct
 * conversations have messages that an import did not bring.
 */
export async function findUsedInMessages(
  { db }: Ctx,
  { channelIds, userIds, topics, conversations, importId }: FindUsedInMessagesRequest,
  { call }: Scope,
): Promise<FindUsedInMessagesResponse> {
  requireOperator(call);
  if (Math.max(topics.length, conversations.length) > maxPlaces)
    throw errors.badRequest('Invalid parameters');
  const [used, areTopicsUsed, areConversationsUsed] = await Promise.all([
    usedInMessages(db, channelIds, userIds),
    usedTopics(db, topics, importId),
    usedConversations(
      db,
      conversations.map(({ memberIds }) => memberIds),
      importId,
    ),
  ]);
  return { ...used, usedTopics: areTopicsUsed, usedConversations: areConversationsUsed };
}
