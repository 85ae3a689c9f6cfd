import type {
  ListExportedConversationsRequest,
  ListExportedConversationsResponse,
} from '@parley/proto/messaging/v1/exporting';
import type { Ctx } from '../context.ts';
import { exportedConversations } from '../db/exports.ts';

/**
 * Returns a page of direct conversations for an export of the organization, or of the data of one person. Only
 * `user-admin` calls it. It checks no permission.
 */
export async function listExportedConversations(
  ctx: Ctx,
  { afterConversationId, memberId }: ListExportedConversationsRequest,
): Promise<ListExportedConversationsResponse> {
  const page = { afterConversationId, memberId: memberId || undefined };
  return { conversations: await exportedConversations(ctx.db, page) };
}
