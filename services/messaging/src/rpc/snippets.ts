import { errors } from '@parley/core';
import { emit } from '@parley/db';
import { requireCaller } from '@parley/directory';
import type {
  CreateSnippetRequest,
  CreateSnippetResponse,
  DeleteSnippetRequest,
  DeleteSnippetResponse,
  EditSnippetRequest,
  EditSnippetResponse,
  GetSnippetsResponse,
} from '@parley/proto/messaging/v1/personal';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import {
  countSnippets,
  deleteSnippet as deleteRow,
  insertSnippet,
  maxSnippets,
  snippetsOf,
  updateSnippet,
} from '../db/snippets.ts';
import { parseSnippetContent, parseSnippetTitle } from '../domain/drafts.ts';
import { personalChanged } from '../events/personal.ts';

const unknown = () => errors.missing('Saved snippet does not exist.');

/** The caller's saved snippets, the oldest first. */
export async function getSnippets(ctx: Ctx, call: Call): Promise<GetSnippetsResponse> {
  const { userId } = await requireCaller(ctx, call);
  return { savedSnippetsJson: Buffer.from(JSON.stringify(await snippetsOf(ctx.db, userId))) };
}

export async function createSnippet(
  ctx: Ctx,
  request: CreateSnippetRequest,
  call: Call,
): Promise<CreateSnippetResponse> {
  ctx.writeGuard.check();
  const title = parseSnippetTitle(request.title);
  const content = parseSnippetContent(request.content);
  const { userId } = await requireCaller(ctx, call);
  return ctx.db.tx(async (tx) => {
    if ((await countSnippets(tx, userId)) >= maxSnippets) {
      throw errors.badRequest(`You have too many saved snippets (maximum ${maxSnippets}).`);
    }
    const snippet = await insertSnippet(tx, userId, title, content);
    const added = { saved_snippet: snippet };
    await emit(tx, personalChanged(userId, 'saved_snippets', 'add', added, call.traceparent));
    return { savedSnippetId: snippet.id };
  });
}

export async function editSnippet(
  ctx: Ctx,
  request: EditSnippetRequest,
  call: Call,
): Promise<EditSnippetResponse> {
  ctx.writeGuard.check();
  const title = request.title === undefined ? null : parseSnippetTitle(request.title);
  const content = request.content === undefined ? null : parseSnippetContent(request.content);
  const { userId } = await requireCaller(ctx, call);
  await ctx.db.tx(async (tx) => {
    const snippet = await updateSnippet(tx, userId, request.savedSnippetId, { title, content });
    if (!snippet) throw unknown();
    if (title === null && content === null) return;
    const changed = { saved_snippet: snippet };
    await emit(tx, personalChanged(userId, 'saved_snippets', 'update', changed, call.traceparent));
  });
  return {};
}

export async function deleteSnippet(
  ctx: Ctx,
  request: DeleteSnippetRequest,
  call: Call,
): Promise<DeleteSnippetResponse> {
  ctx.writeGuard.check();
  const { userId } = await requireCaller(ctx, call);
  await ctx.db.tx(async (tx) => {
    if (!(await deleteRow(tx, userId, request.savedSnippetId))) throw unknown();
    const removed = { saved_snippet_id: request.savedSnippetId };
    await emit(tx, personalChanged(userId, 'saved_snippets', 'remove', removed, call.traceparent));
  });
  return {};
}
