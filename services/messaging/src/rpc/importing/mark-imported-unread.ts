import { errors } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  MarkImportedUnreadRequest,
  MarkImportedUnreadResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { markImportedUnread as mark } from '../../db/whole-accounts/imports.ts';

const maxKeys = 10_000;

/** Marks messages of an import unread for people. Emits no events. Repeating a call changes nothing until they read. */
export async function markImportedUnread(
  ctx: Ctx,
  { importId, unread }: MarkImportedUnreadRequest,
  { call }: Scope,
): Promise<MarkImportedUnreadResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  if (unread.reduce((sum, { sendKeys }) => sum + sendKeys.length, 0) > maxKeys)
    throw errors.badRequest('Too many messages.');
  const marked = await ctx.db.tx((tx) => mark(tx, importId, unread), { isIdempotent: true });
  return { marked };
}
