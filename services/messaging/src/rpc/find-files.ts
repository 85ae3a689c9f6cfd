import type { Scope } from '@parley/directory';
import type { FindFilesRequest, FindFilesResponse, FoundFile } from '@parley/proto/messaging/v1/searching';
import { highlightPlainText } from '@parley/search-text';
import type { Ctx } from '../context.ts';
import { type LinkingMessage, messagesWithTexts } from '../db/search.ts';
import { contextOf, linkedFiles, nameFits } from '../domain/found-files.ts';
import { newestAnchor } from '../domain/limits.ts';
import { findInFiles } from '../reading/find-in-files.ts';
import { planRead } from '../reading/plan-read.ts';

const maxFiles = 100;
/** Number of the newest fitting messages whose files are looked at. */
const maxMessages = 500;

/**
 * Returns files that messages link: those whose name, text or message fits the query. The caller may read the messages, so nobody
 * finds a file that they may not read.
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
  if (!search) return { files: [] };
  const { expression } = search;
  const found = new Map<string, FoundFile & { fits: boolean }>();
  const add = (pathId: string, name: string, context: string, message: LinkingMessage): void => {
    if (found.has(pathId)) return;
    found.set(pathId, {
      pathId,
      name,
      matchName: highlightPlainText(name, expression),
      context,
      messageId: message.id,
      senderId: message.senderId,
      ...(message.channelId !== null && { channelId: message.channelId }),
      topic: message.topic,
      sentAt: message.sentAt,
      textStatus: '',
      fits: nameFits(name, expression),
    });
  };
  const ids = source.kind === 'found' ? await source.nearest(newestAnchor, maxMessages, 'older') : [];
  const linking = (await messagesWithTexts(ctx.db, ids, source.conditions)).map((message) => ({
    message,
    linked: linkedFiles(message.renderedContent),
  }));
  const pathIds = linking.flatMap(({ linked }) => linked.map(({ pathId }) => pathId));
  const inTexts = await findInFiles(ctx, { query, pathIds }, scope);
  for (const { pathId, name, context, message } of inTexts.files) {
    add(pathId, name, context || contextOf(message.renderedContent, expression), message);
  }
  for (const { message, linked } of linking) {
    for (const { pathId, name } of linked)
      add(pathId, name, contextOf(message.renderedContent, expression), message);
  }
  const files = [...found.values()]
    .sort((a, b) => Number(b.fits) - Number(a.fits) || b.messageId - a.messageId)
    .slice(0, Math.min(limit, maxFiles));
  return { files: files.map((file) => ({ ...file, textStatus: inTexts.statuses.get(file.pathId) ?? '' })) };
}
