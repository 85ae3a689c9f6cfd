import { errors } from '@parley/core';
import type { FindDetachedRequest, FindDetachedResponse } from '@parley/proto/upload/v1/detached';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { detachedJsonOf } from '../db/attachments.ts';

const maxPaths = 1_000;

/**
 * Files of the caller's that nothing links any more since a message was edited: their owner may want them gone
 * (contract, PATCH /messages/{id}: `detached_uploads`).
 */
export async function findDetached(
  ctx: Ctx,
  { pathIds, messageId }: FindDetachedRequest,
  call: Call,
): Promise<FindDetachedResponse> {
  const { userId } = requirePrincipal(call);
  if (pathIds.length > maxPaths) throw errors.badRequest('Too many files.');
  const paths = pathIds.map((pathId) => pathId.normalize('NFC'));
  return { attachmentsJson: Buffer.from(await detachedJsonOf(ctx.db, userId, paths, messageId)) };
}
