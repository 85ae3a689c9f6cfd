import type { Scope } from '@parley/directory';
import type {
  FindImportedMessagesRequest,
  FindImportedMessagesResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { placesBySendKeys } from '../db/imports.ts';

/** Returns messages with their places by their send keys. A key without a message has the ID 0. */
export async function findImportedMessages(
  { db }: Ctx,
  { sendKeys }: FindImportedMessagesRequest,
  { call }: Scope,
): Promise<FindImportedMessagesResponse> {
  requireOperator(call);
  const found = await placesBySendKeys(db, sendKeys);
  const none = { messageId: 0, channelId: 0, topic: '', memberIds: [] };
  return { messages: sendKeys.map((key) => found.get(key) ?? none) };
}
