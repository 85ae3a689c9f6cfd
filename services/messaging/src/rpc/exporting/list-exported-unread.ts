import type { Scope } from '@parley/facts';
import type {
  ListExportedUnreadRequest,
  ListExportedUnreadResponse,
} from '@parley/proto/messaging/v1/exporting';
import { requireOperator } from '@parley/rpc';
import { loadReader, loadUnreadScope } from '../../access/reader.ts';
import type { Ctx } from '../../context.ts';
import { exportedUnread } from '../../db/whole-accounts/exports.ts';

/** Returns a page of the messages that a person has not read. Only `user-admin` calls it, and decides whose read state it exports. */
export async function listExportedUnread(
  ctx: Ctx,
  { userId, ...page }: ListExportedUnreadRequest,
  scope: Scope,
): Promise<ListExportedUnreadResponse> {
  requireOperator(scope.call);
  const user = await scope.users.get(userId);
  if (!user) return { messages: [] };
  const unread = await loadUnreadScope(await loadReader(user, scope), scope);
  return { messages: await exportedUnread(ctx.db, userId, unread, page) };
}
