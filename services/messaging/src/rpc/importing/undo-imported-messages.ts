import type { Scope } from '@parley/facts';
import type {
  UndoImportedMessagesRequest,
  UndoImportedMessagesResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { deleteImported } from '../../db/whole-accounts/imports.ts';

/** Number of messages that one call deletes. */
const batch = 2_000;

/** Deletes a batch of the messages of an import with everything that belongs to them. Emits no events. */
export async function undoImportedMessages(
  ctx: Ctx,
  { importId }: UndoImportedMessagesRequest,
  { call }: Scope,
): Promise<UndoImportedMessagesResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  const deleted = await ctx.db.tx((tx) => deleteImported(tx, importId, batch));
  return { deleted, hasMore: deleted === batch };
}
