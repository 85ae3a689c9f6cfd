import type { Scope } from '@parley/facts';
import type {
  RewriteImportedMessagesRequest,
  RewriteImportedMessagesResponse,
} from '@parley/proto/messaging/v1/importing';
import { requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { rewriteImported } from '../../db/whole-accounts/imports.ts';
import { contentOf, rendererOf } from '../../importing/render-imported.ts';

/** Replaces contents of imported messages that refer to messages that were imported after them. Emits no events. */
export async function rewriteImportedMessages(
  ctx: Ctx,
  { messages }: RewriteImportedMessagesRequest,
  scope: Scope,
): Promise<RewriteImportedMessagesResponse> {
  requireOperator(scope.call);
  ctx.writeGuard.check();
  const render = await rendererOf(
    ctx,
    messages.map(({ content }) => content),
    scope,
  );
  const rows = messages.map(({ messageId: id, content }) => ({
    id,
    ...contentOf(content, render(content, true), true),
  }));
  await ctx.db.tx((tx) => rewriteImported(tx, rows), { isIdempotent: true });
  return {};
}
