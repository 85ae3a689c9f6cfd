import { errors } from '@parley/core';
import { emit } from '@parley/db';
import { confirmed, requireCaller } from '@parley/directory';
import type {
  CreateDraftsRequest,
  CreateDraftsResponse,
  DeleteDraftRequest,
  DeleteDraftResponse,
  Draft,
  EditDraftRequest,
  EditDraftResponse,
  GetDraftsResponse,
} from '@parley/proto/messaging/v1/personal';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import {
  countDrafts,
  deleteDraft as deleteRow,
  draftsOf,
  insertDraft,
  maxDrafts,
  updateDraft,
} from '../db/drafts.ts';
import { type DraftContent, parseDraft } from '../domain/drafts.ts';
import { mayKnowChannel } from '../domain/visibility.ts';
import { personalChanged } from '../events/personal.ts';
import { readerOf } from '../reading/reader.ts';

/** The caller's drafts, the latest edited last. */
export async function getDrafts(ctx: Ctx, call: Call): Promise<GetDraftsResponse> {
  const { userId } = await requireCaller(ctx, call);
  const drafts = await draftsOf(ctx.db, userId);
  return { draftsJson: Buffer.from(JSON.stringify(drafts)), count: drafts.length };
}

/** Creates drafts, all or none. */
export async function createDrafts(
  ctx: Ctx,
  request: CreateDraftsRequest,
  call: Call,
): Promise<CreateDraftsResponse> {
  ctx.writeGuard.check();
  const { userId, drafts } = await checkDrafts(ctx, request.drafts, call);
  if (drafts.length === 0) return { ids: [] };
  return ctx.db.tx(async (tx) => {
    if ((await countDrafts(tx, userId)) + drafts.length > maxDrafts) {
      throw errors.badRequest(`You have too many drafts (maximum ${maxDrafts}).`);
    }
    const rows = [];
    for (const draft of drafts) rows.push(await insertDraft(tx, userId, draft));
    await emit(tx, personalChanged(userId, 'drafts', 'add', { drafts: rows }, call.traceparent));
    return { ids: rows.map(({ id }) => id) };
  });
}

/** Replaces a draft (specification, 10). */
export async function editDraft(ctx: Ctx, request: EditDraftRequest, call: Call): Promise<EditDraftResponse> {
  ctx.writeGuard.check();
  if (!request.draft) throw errors.missingParameter('draft');
  const { userId, drafts } = await checkDrafts(ctx, [request.draft], call);
  await ctx.db.tx(async (tx) => {
    const draft = await updateDraft(tx, userId, request.draftId, drafts[0]!);
    if (!draft) throw errors.missing('Draft does not exist');
    await emit(tx, personalChanged(userId, 'drafts', 'update', { draft }, call.traceparent));
  });
  return {};
}

export async function deleteDraft(
  ctx: Ctx,
  request: DeleteDraftRequest,
  call: Call,
): Promise<DeleteDraftResponse> {
  ctx.writeGuard.check();
  const { userId } = await requireCaller(ctx, call);
  await ctx.db.tx(async (tx) => {
    if (!(await deleteRow(tx, userId, request.draftId))) throw errors.missing('Draft does not exist');
    const removed = { draft_id: request.draftId };
    await emit(tx, personalChanged(userId, 'drafts', 'remove', removed, call.traceparent));
  });
  return {};
}

/** Reads drafts and checks that the caller may know whom and what they are addressed to. */
function checkDrafts(
  ctx: Ctx,
  given: readonly Draft[],
  call: Call,
): Promise<{ userId: number; drafts: DraftContent[] }> {
  const now = Math.floor(ctx.clock.now() / 1000);
  const drafts = given.map((draft) => parseDraft(draft, now));
  return confirmed(async (options) => {
    const user = await requireCaller(ctx, call, options);
    const reader = await readerOf(ctx, user, call, options);
    const channelIds = drafts.flatMap(({ type, to }) => (type === 'stream' ? to : []));
    const userIds = drafts.flatMap(({ type, to }) => (type === 'private' ? to : []));
    const [channels, people] = await Promise.all([
      ctx.directory.channels.many(channelIds, call, options),
      ctx.directory.users.many(userIds, call, options),
    ]);
    for (const id of channelIds) {
      const channel = channels.get(id);
      if (!channel || !mayKnowChannel(reader, channel)) throw errors.badRequest('Invalid channel ID');
    }
    const unknown = userIds.find((id) => !people.has(id));
    if (unknown !== undefined) throw errors.badRequest(`Invalid user ID ${unknown}`);
    return { userId: user.userId, drafts };
  });
}
