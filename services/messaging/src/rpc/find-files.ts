import type { Scope } from '@parley/directory';
import type { FindFilesRequest, FindFilesResponse, FoundFile } from '@parley/proto/messaging/v1/searching';
import { highlightPlainText } from '@parley/search-text';
import type { Ctx } from '../context.ts';
import { messagesWithTexts } from '../db/search.ts';
import { contextOf, linkedFiles, nameFits } from '../domain/found-files.ts';
import { newestAnchor } from '../domain/limits.ts';
import { planRead } from '../reading/plan-read.ts';

const maxFiles = 100;
/** Number of the newest fitting messages whose files are looked at. */
const maxMessages = 500;

/**
 * Returns files that messages link: those whose name, or whose message, fits the query. The messages are those that a search of the
 * caller finds, so nobody finds a file that they may not read.
 */
export async function findFiles(
  ctx: Ctx,
  { query, limit }: FindFilesRequest,
  scope: Scope,
): Promise<FindFilesResponse> {
  const plan = await scope.confirmed(async (scope) => {
    const terms = [
      { operator: 'search', negated: false, operand: { $case: 'text' as const, text: query } },
      { operator: 'has', negated: false, operand: { $case: 'text' as const, text: 'attachment' } },
    ];
    return await planRead(ctx, await scope.caller(), terms, scope);
  });
  const { source, search } = plan;
  if (source.kind !== 'found' || !search) return { files: [] };
  const { expression } = search;
  const ids = await source.nearest(newestAnchor, maxMessages, 'older');
  const found = new Map<string, FoundFile & { fits: boolean }>();
  for (const message of await messagesWithTexts(ctx.db, ids, source.conditions)) {
    for (const { pathId, name } of linkedFiles(message.renderedContent)) {
      if (found.has(pathId)) continue;
      found.set(pathId, {
        pathId,
        name,
        matchName: highlightPlainText(name, expression),
        context: contextOf(message.renderedContent, expression),
        messageId: message.id,
        senderId: message.senderId,
        ...(message.channelId !== null && { channelId: message.channelId }),
        topic: message.topic,
        sentAt: message.sentAt,
        fits: nameFits(name, expression),
      });
    }
  }
  const files = [...found.values()].sort((a, b) => Number(b.fits) - Number(a.fits));
  return { files: files.slice(0, Math.min(limit, maxFiles)) };
}
