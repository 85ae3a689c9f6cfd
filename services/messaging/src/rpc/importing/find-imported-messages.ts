import type { Scope } from '@parley/facts';
import type {
  FindImportedMessagesRequest,
  FindImportedMessagesResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { placesByIds, placesBySendKeys } from '../../db/whole-accounts/imports.ts';

/** Returns messages with their places by their send keys and IDs. What has no message gets the ID 0. */
export async function findImportedMessages(
  { db }: Ctx,
  { sendKeys, messageIds }: FindImportedMessagesRequest,
  { call }: Scope,
): Promise<FindImportedMessagesResponse> {
  requireOperator(call);
  const [byKey, byId] = await Promise.all([placesBySendKeys(db, sendKeys), placesByIds(db, messageIds)]);
  const none = { messageId: 0, channelId: 0, topic: '', memberIds: [] };
  return {
    messages: [
      ...sendKeys.map((key) => byKey.get(key) ?? none),
      ...messageIds.map((id) => byId.get(id) ?? none),
    ],
  };
}
