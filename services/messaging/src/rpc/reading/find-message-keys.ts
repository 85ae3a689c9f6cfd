import type { Scope } from '@parley/facts';
import type { FindMessageKeysRequest, FindMessageKeysResponse } from '@parley/proto/messaging/v1/exporting';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { sendKeysOf } from '../../db/whole-accounts/exports.ts';

/** Returns the UUIDs of messages to which texts of an export refer. Only `user-admin` calls it. */
export async function findMessageKeys(
  { db }: Ctx,
  { messageIds }: FindMessageKeysRequest,
  { call }: Scope,
): Promise<FindMessageKeysResponse> {
  requireOperator(call);
  const keys = await sendKeysOf(db, messageIds);
  return { sendKeys: messageIds.map((id) => keys.get(id) ?? '') };
}
