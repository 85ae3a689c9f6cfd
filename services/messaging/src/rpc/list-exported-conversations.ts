import type {
  ListExportedConversationsRequest,
  ListExportedConversationsResponse,
} from '@parley/proto/messaging/v1/exporting';
import type { Ctx } from '../context.ts';
import { exportedConversations } from '../db/exports.ts';

/**
 * Returns a page of all direct conversations for an export of the organization. Only `user-admin` calls it. It checks no
 * permission.
 */
export async function listExportedConversations(
  ctx: Ctx,
  { afterConversationId }: ListExportedConversationsRequest,
): Promise<ListExportedConversationsResponse> {
  return { conversations: await exportedConversations(ctx.db, afterConversationId) };
}
