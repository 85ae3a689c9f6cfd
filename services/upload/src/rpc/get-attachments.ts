import { type GetAttachmentsRequest, GetAttachmentsResponse } from '@parley/proto/upload/v1/upload';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { attachmentsJsonOf, usedBytes } from '../db/attachments.ts';

/** Returns the caller's files, and the size of all files of the organization, from the same database snapshot. */
export async function getAttachments(
  ctx: Ctx,
  _request: GetAttachmentsRequest,
  call: Call,
): Promise<GetAttachmentsResponse> {
  const principal = requirePrincipal(call);
  const { value } = await ctx.db.snapshot(async (tx) => ({
    json: await attachmentsJsonOf(tx, principal.userId),
    uploadSpaceUsed: await usedBytes(tx),
  }));
  return GetAttachmentsResponse.create({
    attachmentsJson: Buffer.from(value.json),
    uploadSpaceUsed: value.uploadSpaceUsed,
  });
}
