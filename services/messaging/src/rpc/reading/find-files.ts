import type { Scope } from '@parley/facts';
import type { FindFilesRequest, FindFilesResponse } from '@parley/proto/messaging/v1/searching';
import type { Ctx } from '../../context.ts';
import { newestAnchor } from '../../domain/limits.ts';
import { type FilesPage, findLinkedFiles, firstFilesPage } from '../../reading/find-linked-files.ts';
import { planRead } from '../../reading/plan-read.ts';

const maxFiles = 100;

/** Returns files that fit the query and that messages link which the caller may read (docs/api/search.md#suggestions-and-files). */
export async function findFiles(
  ctx: Ctx,
  { query, limit, page }: FindFilesRequest,
  scope: Scope,
): Promise<FindFilesResponse> {
  const plan = await scope.confirmed(async (scope) => {
    const terms = [
      { operator: 'search', negated: false, operand: { $case: 'text' as const, text: query } },
      { operator: 'has', negated: false, operand: { $case: 'text' as const, text: 'attachment' } },
    ];
    return await planRead(ctx, await scope.caller(), terms, scope);
  });
  const search = { plan, query, limit: Math.min(limit, maxFiles) };
  const { files, next } = await findLinkedFiles(ctx, search, pageOf(page), scope);
  return { files, nextPage: next ? nameOf(next) : '' };
}

const nameOf = ({ before, skip }: FilesPage): string =>
  `${before === newestAnchor ? 'newest' : before}.${skip}`;

/** Reads the name of a page. One that was never given is the first page. */
function pageOf(name: string): FilesPage {
  const [, before, skip] = /^(newest|\d{1,15})\.(\d{1,6})$/.exec(name) ?? [];
  if (before === undefined) return firstFilesPage;
  return { before: before === 'newest' ? newestAnchor : Number(before), skip: Number(skip) };
}
