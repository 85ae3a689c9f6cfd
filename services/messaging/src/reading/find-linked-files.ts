import type { Scope } from '@parley/directory';
import type { FoundFile } from '@parley/proto/messaging/v1/searching';
import type { FindFileTextsResponse } from '@parley/proto/upload/v1/texts';
import { highlightPlainText, type SearchExpression } from '@parley/search-text';
import { loadVisibilityOfMessages } from '../access/readable-periods.ts';
import type { Ctx } from '../context.ts';
import { type LinkingMessage, messagesWithTexts } from '../db/search.ts';
import { visibleTo } from '../db/visible.ts';
import { contextOf, linkedFiles, nameFits } from '../domain/found-files.ts';
import { newestAnchor } from '../domain/limits.ts';
import type { ReadPlan } from './plan-read.ts';

/** Number of the newest fitting messages, and of the newest files with fitting texts, that are looked at. */
const maxMessages = 500;
const maxTexts = 200;
/** Number of messages of found files that are checked at once. */
const maxChecked = 5_000;

/** A found file. Those whose name fits come first, then those whose text fits. */
type Found = FoundFile & { rank: number };

/**
 * Returns files that messages link: those whose name, text or message fits the query. The reader may read the message that is named
 * with each.
 */
export async function findLinkedFiles(
  ctx: Ctx,
  { plan, query }: { plan: ReadPlan; query: string },
  scope: Scope,
): Promise<FoundFile[]> {
  if (plan.source.kind !== 'found' || !plan.search) return [];
  const found = await byMessages(ctx, plan);
  const { files, statuses } = await textsOf(ctx, query, [...found.keys()], scope);
  for (const file of await byTexts(ctx, plan, files, scope)) {
    const known = found.get(file.pathId);
    // The line of the file says more than the message.
    if (!known || known.rank > file.rank)
      found.set(file.pathId, { ...file, rank: Math.min(file.rank, known?.rank ?? 3) });
  }
  return [...found.values()]
    .sort((a, b) => a.rank - b.rank || b.messageId - a.messageId)
    .map(({ rank: _, ...file }) => ({ ...file, textStatus: statuses[file.pathId] ?? 'pending' }));
}

/** Finds files in the messages that fit. */
async function byMessages(ctx: Ctx, { source, search }: ReadPlan): Promise<Map<string, Found>> {
  const found = new Map<string, Found>();
  if (source.kind !== 'found' || !search) return found;
  const ids = await source.nearest(newestAnchor, maxMessages, 'older');
  for (const message of await messagesWithTexts(ctx.db, ids, source.conditions)) {
    for (const { pathId, name } of linkedFiles(message.renderedContent)) {
      if (found.has(pathId)) continue;
      const context = contextOf(message.renderedContent, search.expression);
      found.set(pathId, foundFile({ pathId, name, context }, message, search.expression, 2));
    }
  }
  return found;
}

/** Returns those of the files with fitting texts that a message links which the reader may read, with the newest such message. */
async function byTexts(
  ctx: Ctx,
  { reader, search }: ReadPlan,
  files: FindFileTextsResponse['files'],
  scope: Scope,
): Promise<Found[]> {
  const ids = files.flatMap(({ messageIds }) => messageIds).slice(0, maxChecked);
  const visibility = await loadVisibilityOfMessages(ctx, reader, ids, scope);
  const messages = await messagesWithTexts(ctx.db, ids, [visibleTo(reader, visibility)]);
  const byId = new Map(messages.map((message) => [message.id, message]));
  return files.flatMap(({ messageIds, ...file }) => {
    const message = messageIds.map((id) => byId.get(id)).find((each) => each !== undefined);
    return message ? [foundFile(file, message, search!.expression, 1)] : [];
  });
}

function foundFile(
  { pathId, name, context }: { pathId: string; name: string; context: string },
  message: LinkingMessage,
  expression: SearchExpression,
  rank: number,
): Found {
  return {
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
    rank: nameFits(name, expression) ? 0 : rank,
  };
}

/** Asks `upload` for files by their texts, and whether texts were read. Without it, files are found by name and message alone. */
async function textsOf(
  { upload, logger }: Ctx,
  query: string,
  pathIds: readonly string[],
  scope: Scope,
): Promise<Pick<FindFileTextsResponse, 'files' | 'statuses'>> {
  if (!upload) return { files: [], statuses: {} };
  try {
    return await upload.findFileTexts({ query, limit: maxTexts, pathIds: [...pathIds] }, scope.call);
  } catch (error) {
    logger.warn(
      { err: error },
      'files could not be found by their texts; they are found by name and message',
    );
    return { files: [], statuses: {} };
  }
}
