import type {
  ListExportedConversationsRequest,
  ListExportedConversationsResponse,
} from '@parley/proto/messaging/v1/exporting';
import type { Ctx } from '../../context.ts';
import { exportedConversations } from '../../db/whole-accounts/exports.ts';

/** Only `user-admin` calls it, for exports. Checks no permission. */
export async function listExportedConversations(
  ctx: Ctx,
  { afterConversationId, memberId }: ListExportedConversationsRequest,
): Promise<ListExportedConversationsResponse> {
  const page = { afterConversationId, memberId: memberId || undefined };
  return { conversations: await exportedConversations(ctx.db, page) };
}
