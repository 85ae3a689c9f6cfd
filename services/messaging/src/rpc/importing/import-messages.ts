import { errors, itemAt } from '@parley/core';
import type { Scope } from '@parley/facts';
import type {
  ImportedMessageResult,
  ImportMessagesRequest,
  ImportMessagesResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { storeImported } from '../../db/whole-accounts/imports.ts';
import { composeImported } from '../../importing/compose-imported.ts';

const maxMessages = 1_000;

/** Emits no events, and everything counts as read. A repeated call stores nothing again. */
export async function importMessages(
  ctx: Ctx,
  { importId, messages, areNew }: ImportMessagesRequest,
  scope: Scope,
): Promise<ImportMessagesResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  if (messages.length > maxMessages) throw errors.badRequest('Too many messages.');
  const results = await ctx.sendTimes.besideImport(() => store(ctx, { importId, messages, areNew }, scope));
  const { besideMs, aloneMs } = ctx.sendTimes.take();
  return { results, sendsBesideMs: besideMs, sendsAloneMs: aloneMs };
}

async function store(
  ctx: Ctx,
  { importId, messages, areNew }: ImportMessagesRequest,
  scope: Scope,
): Promise<ImportedMessageResult[]> {
  const composed = await composeImported(ctx, messages, scope);
  const rows = composed.map(({ row }) => row);
  const stored = await storeImported(ctx.db, { importId, areNew }, rows, async (tx, inserted) => {
    // The worker of the index takes in only messages above those that it has. Imported ones are below.
    const added = inserted.flatMap(({ id, isInserted }) => (isInserted ? [id] : []));
    if (added.length > 0) await ctx.searchIndex.addImported(tx, added);
  });
  return stored.map(({ id, isNew, isPinned }, at) => {
    const { uploadPaths, row } = itemAt(composed, at);
    return { messageId: id, isNew, uploadPaths, reactions: row.reactions.length, isPinned };
  });
}
