import { errors } from '@parley/core';
import type { FindDetachedRequest, FindDetachedResponse } from '@parley/proto/upload/v1/detached';
import { type Call, requirePrincipal } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { detachedJsonOf } from '../db/attachments.ts';

const maxPaths = 1_000;

/** After an edit of `messageId`. Clients offer to delete them (docs/api/messages.md#editing-and-moving). */
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
