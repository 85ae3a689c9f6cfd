import type {
  ListExportedConversationsRequest,
  ListExportedConversationsResponse,
} from '@parley/proto/messaging/v1/exporting';
import type { Ctx } from '../context.ts';
import { exportedConversations } from '../db/exports.ts';

/**
 * Returns a page of direct conversations: those of one person, or of the whole organization. Only `user-admin` calls it, for
 * exports. It checks no permission.
 */
export async function listExportedConversations(
  ctx: Ctx,
  { afterConversationId, memberId }: ListExportedConversationsRequest,
): Promise<ListExportedConversationsResponse> {
  const page = { afterConversationId, memberId: memberId || undefined };
  return { conversations: await exportedConversations(ctx.db, page) };
}
