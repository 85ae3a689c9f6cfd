import type { Scope } from '@parley/facts';
import type { FindSuggestionsRequest, FindSuggestionsResponse } from '@parley/proto/messaging/v1/searching';
import { correctedOperand, stemsOfForms, termsOfStem } from '@parley/search-text';
import type { Ctx } from '../../context.ts';
import { newestTopics } from '../../db/searching/search-documents.ts';
import { newestAnchor } from '../../domain/limits.ts';
import type { Correction, Corrections } from '../../domain/searching/typing-errors.ts';
import { planRead, type ReadPlan } from '../../reading/plan-read.ts';

const maxTopics = 50;
/** Number of the newest messages of fitting topics, and of messages with corrected words, that are looked at. */
const maxLooked = 1_000;
const maxCorrected = 100;

/**
 * Returns topics whose names fit what the caller types, and what was probably meant when no message fits. Both come from messages that
 * a search of the caller finds, so they tell nothing of others.
 */
export async function findSuggestions(
  ctx: Ctx,
  { query, limit }: FindSuggestionsRequest,
  scope: Scope,
): Promise<FindSuggestionsResponse> {
  const plan = await scope.confirmed(async (scope) => {
    const term = { operator: 'search', negated: false, operand: { $case: 'text' as const, text: query } };
    return await planRead(ctx, await scope.caller(), [term], scope);
  });
  const { source, search } = plan;
  if (source.kind !== 'found' || !search) return { topics: [] };
  const inTopics = await source.nearest(newestAnchor, maxLooked, 'older', { inTopic: true });
  // A message whose topic fits may contain a word that the search excludes.
  const fitting = [...(await plan.fitting(inTopics))];
  const topics = await newestTopics(ctx.db, fitting, source.conditions, Math.min(limit, maxTopics));
  const didYouMean = search.corrections ? await correction(ctx, query, plan) : undefined;
  return { topics, ...(didYouMean !== undefined && { didYouMean }) };
}

/** Returns the query with the spellings that most of the found messages have. Undefined when none of them is another one. */
async function correction(
  ctx: Ctx,
  query: string,
  { source, search }: ReadPlan,
): Promise<string | undefined> {
  if (source.kind !== 'found' || !search?.corrections) return undefined;
  const ids = await source.nearest(newestAnchor, maxCorrected, 'older');
  const occurrences = await ctx.searchIndex.occurrences(search.expression, ids);
  const counts = new Map<string, number>();
  for (const found of occurrences.values())
    for (const term of found.occurrences.keys()) counts.set(term, (counts.get(term) ?? 0) + 1);
  const replacements = spellings(search.corrections, counts);
  return replacements.size > 0 ? correctedOperand(query, search.expression.words, replacements) : undefined;
}

/** Returns the most frequent spelling of each word that was not found itself, in any of its forms. */
function spellings(corrections: Corrections, counts: ReadonlyMap<string, number>): Map<string, string> {
  const replacements = new Map<string, string>();
  const countOf = ({ term }: Correction) => counts.get(term) ?? 0;
  for (const [word, list] of corrections) {
    if ([word, ...stemsOfForms(word).flatMap(termsOfStem)].some((term) => counts.has(term))) continue;
    const [best] = list
      .filter((each) => countOf(each) > 0)
      .sort((a, b) => countOf(b) - countOf(a) || (a.spelling < b.spelling ? -1 : 1));
    if (best) replacements.set(word, best.spelling);
  }
  return replacements;
}
