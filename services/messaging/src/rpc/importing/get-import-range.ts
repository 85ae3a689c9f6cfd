import type { Scope } from '@parley/facts';
import type { GetImportRangeRequest, GetImportRangeResponse } from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { readIdStart } from '../../db/message-ids.ts';
import { hasImported, isImportRangeFree } from '../../db/whole-accounts/imports.ts';

/** Returns whether messages can be imported: all that were sent have IDs above the range of imported ones. */
export async function getImportRange(
  { db }: Ctx,
  _request: GetImportRangeRequest,
  { call }: Scope,
): Promise<GetImportRangeResponse> {
  requireOperator(call);
  const { first, isOpen } = await readIdStart(db);
  return {
    isFree: await isImportRangeFree(db),
    firstMessageId: first,
    isUnused: isOpen,
    hasImported: await hasImported(db),
  };
}
