import type { Scope } from '@parley/directory';
import type { GetImportRangeRequest, GetImportRangeResponse } from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { isImportRangeFree } from '../db/imports.ts';

/** Returns whether messages can be imported: all that were sent have IDs above the range of imported ones. */
export async function getImportRange(
  { db }: Ctx,
  _request: GetImportRangeRequest,
  { call }: Scope,
): Promise<GetImportRangeResponse> {
  requireOperator(call);
  return { isFree: await isImportRangeFree(db) };
}
