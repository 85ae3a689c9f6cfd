import { errors, errorText, jsonBytes } from '@parley/core';
import { and } from '@parley/db';
import type { Scope } from '@parley/facts';
import { escapeHtml } from '@parley/markdown';
import type { MatchNarrowRequest, MatchNarrowResponse } from '@parley/proto/messaging/v1/reading';
import { limits } from '@parley/rules';
import { loadVisibilityOfMessages } from '../../access/readable-periods.ts';
import type { Ctx } from '../../context.ts';
import { findMatching } from '../../db/changing/flags.ts';
import { textsOf } from '../../db/searching/search.ts';
import { visible } from '../../db/visible.ts';
import { findMatches } from '../../reading/find-matches.ts';
import { planRead } from '../../reading/plan-read.ts';
import { withOwnPictures } from '../../rendering/own-pictures.ts';
import { answerTooLarge, maxAnswerBytes } from '../../view/message-size.ts';

/** Returns which of the messages match a narrow (a filter), with highlighted search hits. */
export async function matchNarrow(
  ctx: Ctx,
  request: MatchNarrowRequest,
  scope: Scope,
): Promise<MatchNarrowResponse> {
  const ids = [...new Set(request.messageIds)];
  if (ids.length > limits.messagesPerRequest) {
    throw errors.badRequest(
      errorText('Too many messages requested (maximum {limit}).', { limit: limits.messagesPerRequest }),
    );
  }
  const { user, plan } = await scope.confirmed(async (scope) => {
    const caller = await scope.caller();
    return { user: caller, plan: await planRead(ctx, caller, request.narrow, scope) };
  });
  const visibility = await loadVisibilityOfMessages(ctx, plan.reader, ids, scope);
  const condition = and([visible(user.userId, visibility), ...plan.conditions]);
  const selected = await findMatching(ctx.db, ids, condition);
  const fitting = await plan.fitting(selected.map(({ id }) => id));
  const matching = selected.filter(({ id }) => fitting.has(id));
  const matches = await findMatches(ctx, matching, plan.search, scope);
  const found = matches ?? (await unmarked(ctx, matching));
  const messagesJson = jsonBytes(Object.fromEntries(found));
  if (messagesJson.length > maxAnswerBytes) throw answerTooLarge();
  return { messagesJson };
}

async function unmarked(ctx: Ctx, messages: readonly { id: number }[]) {
  const texts = await textsOf(
    ctx.db,
    messages.map(({ id }) => id),
  );
  return texts.map(({ id, topic, renderedContent }) => {
    const match_content = withOwnPictures(renderedContent, ctx.pictureKey);
    return [id, { match_content, match_subject: escapeHtml(topic) }] as const;
  });
}
