import { errors, errorText, visitor } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { GetMessagesRequest, GetMessagesResponse } from '@parley/proto/messaging/v1/messaging';
import { limits } from '@parley/rules';
import { loadVisibilityOfMessages } from '../../access/readable-periods.ts';
import { loadUnreadScope } from '../../access/reader.ts';
import type { Ctx } from '../../context.ts';
import { type MessageRow, readByIds, readWindow } from '../../db/reading/message-window.ts';
import { visibleTo } from '../../db/visible.ts';
import { newestAnchor } from '../../domain/limits.ts';
import { checkCounts } from '../../domain/reading/anchor.ts';
import { cutWindow, fitWindow } from '../../domain/reading/window.ts';
import { isAllowedForVisitors } from '../../narrow/index.ts';
import { findMatches } from '../../reading/find-matches.ts';
import { planRead, type ReadPlan } from '../../reading/plan-read.ts';
import { presentMessages } from '../../reading/present-messages.ts';
import { rankFound } from '../../reading/rank-found.ts';
import { resolveAnchor } from '../../reading/resolve-anchor.ts';
import { answerTooLarge, maxAnswerBytes, messageBytes } from '../../view/message-size.ts';

/** Returns messages around an anchor in a narrow, or by ID (docs/api/messages.md#reading). */
export async function getMessages(
  ctx: Ctx,
  request: GetMessagesRequest,
  scope: Scope,
): Promise<GetMessagesResponse> {
  const response = request.hasMessageIds
    ? await readByMessageIds(ctx, request, scope)
    : await (request.sort === 'relevance' ? readBest : readAround)(ctx, request, scope);
  return { historyLimited: false, ...response };
}

type Answer = Omit<GetMessagesResponse, 'historyLimited'>;

async function readAround(ctx: Ctx, request: GetMessagesRequest, scope: Scope): Promise<Answer> {
  checkCounts(request.numBefore, request.numAfter);
  const plan = await planFor(ctx, request, scope);
  const { user } = plan.reader;
  const anchor = await resolveAnchor(ctx, plan, request);
  // A search for unread messages also scans read messages. The recorder stores which parts of channels this person has read, so
  // that later searches skip these parts.
  if (user !== visitor && (plan.source.kind === 'unread' || request.anchor === 'first_unread')) {
    ctx.coverageRecorder.consider(user.userId, await loadUnreadScope(plan.reader, scope));
  }
  const window = {
    anchor,
    before: request.numBefore,
    after: request.numAfter,
    includeAnchor: request.includeAnchor,
  };
  const rows = await readWindow(ctx.db, plan.source, window, viewOf(plan, request));
  const requested = cutWindow(rows, window);
  const matches = await findMatches(ctx, requested.messages, plan.search, scope);
  const cut = fitWindow(requested, (row) => messageBytes(row, matches?.get(row.id)), maxAnswerBytes);
  const messagesJson = await presentMessages(
    ctx,
    { viewer: user, rows: cut.messages, matches },
    request,
    scope,
  );
  return {
    messagesJson,
    foundNewest: cut.foundNewest,
    foundOldest: cut.foundOldest,
    foundAnchor: cut.foundAnchor,
    anchor,
  };
}

/**
 * Returns the best messages of a search, the best first. Every other narrow has its newest messages first.
 * @throws BAD_REQUEST for another anchor than the newest message, and for messages after it
 */
async function readBest(ctx: Ctx, request: GetMessagesRequest, scope: Scope): Promise<Answer> {
  if (request.anchor !== 'newest' || request.numAfter !== 0)
    throw errors.badRequest("The sort 'relevance' needs the anchor 'newest' and no messages after it");
  checkCounts(request.numBefore, request.numAfter);
  const plan = await planFor(ctx, request, scope);
  const { best, hasMore } = await readRanked(ctx, plan, request, scope);
  const matches = await findMatches(ctx, best, plan.search, scope);
  let bytes = 0;
  const fitting = best.filter((row, index) => {
    bytes += messageBytes(row, matches?.get(row.id));
    return index === 0 || bytes <= maxAnswerBytes;
  });
  const { user: viewer } = plan.reader;
  const messagesJson = await presentMessages(ctx, { viewer, rows: fitting, matches }, request, scope);
  return {
    messagesJson,
    foundNewest: true,
    foundOldest: !hasMore && fitting.length === best.length,
    foundAnchor: false,
    anchor: newestAnchor,
  };
}

async function readRanked(
  ctx: Ctx,
  plan: ReadPlan,
  request: GetMessagesRequest,
  scope: Scope,
): Promise<{ best: MessageRow[]; hasMore: boolean }> {
  const { source } = plan;
  const view = viewOf(plan, request);
  if (source.kind !== 'found') {
    const window = { anchor: newestAnchor, before: request.numBefore, after: 0, includeAnchor: true };
    const { messages, foundOldest } = cutWindow(await readWindow(ctx.db, source, window, view), window);
    return { best: messages.toReversed(), hasMore: !foundOldest };
  }
  const { ids, hasMore } = await rankFound(ctx, { ...plan, source }, request.numBefore, scope);
  const rows = await readByIds(ctx.db, ids, source.conditions, view);
  const rank = new Map(ids.map((id, index) => [id, index]));
  return { best: rows.toSorted((a, b) => (rank.get(a.id) ?? 0) - (rank.get(b.id) ?? 0)), hasMore };
}

async function readByMessageIds(ctx: Ctx, request: GetMessagesRequest, scope: Scope): Promise<Answer> {
  const ids = [...new Set(request.messageIds)];
  if (ids.length > limits.messagesPerRequest) {
    throw errors.badRequest(
      errorText('Too many messages requested (maximum {limit}).', { limit: limits.messagesPerRequest }),
    );
  }
  const plan = await planFor(ctx, request, scope);
  const visibility = await loadVisibilityOfMessages(ctx, plan.reader, ids, scope);
  const conditions = [visibleTo(plan.reader, visibility), ...plan.conditions];
  const fitting = await plan.fitting(ids);
  const fittingIds = ids.filter((id) => fitting.has(id));
  const rows = await readByIds(ctx.db, fittingIds, conditions, viewOf(plan, request));
  const matches = await findMatches(ctx, rows, plan.search, scope);
  const bytes = rows.reduce((sum, row) => sum + messageBytes(row, matches?.get(row.id)), 0);
  if (bytes > maxAnswerBytes) throw answerTooLarge();
  const messagesJson = await presentMessages(
    ctx,
    { viewer: plan.reader.user, rows, matches },
    request,
    scope,
  );
  return { messagesJson, foundNewest: false, foundOldest: false, foundAnchor: false };
}

/** A refusal is decided again on facts from their owners, because cached facts may be outdated. */
function planFor(ctx: Ctx, request: GetMessagesRequest, scope: Scope): Promise<ReadPlan> {
  return scope.confirmed(async (scope) => {
    const user = await scope.reader();
    if (user === visitor && !isAllowedForVisitors(request.narrow)) throw errors.unauthorized();
    return await planRead(ctx, user, request.narrow, scope);
  });
}

const viewOf = (
  { reader: { user }, ownVisibility, unreadScope }: ReadPlan,
  { applyMarkdown }: GetMessagesRequest,
) => ({
  userId: user === visitor ? null : user.userId,
  ownVisibility,
  unreadScope,
  applyMarkdown,
});
