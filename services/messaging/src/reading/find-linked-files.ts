import { firstItem, lastItem, required } from '@parley/core';
import type { Scope } from '@parley/facts';
import type { FoundFile } from '@parley/proto/messaging/v1/searching';
import type { FindFileTextsResponse } from '@parley/proto/upload/v1/texts';
import type { MessageId } from '@parley/rules';
import { highlightPlainText, type SearchExpression } from '@parley/search-text';
import { loadVisibilityOfMessages } from '../access/readable-periods.ts';
import type { Ctx } from '../context.ts';
import { type LinkingMessage, messagesWithTexts } from '../db/searching/search.ts';
import { visibleTo } from '../db/visible.ts';
import { newestAnchor } from '../domain/limits.ts';
import { contextOf, linkedFiles, linksFile, nameFits } from '../domain/searching/found-files.ts';
import type { ReadPlan } from './plan-read.ts';

/** Number of fitting messages, and of files with fitting texts, that are looked at for one part of the history. */
const maxMessages = 500;
const maxTexts = 200;
/** `upload` lists this many messages of a file. */
const maxMessagesOfFile = 25;
/** `upload` answers for this many paths at once. */
const maxStatuses = 1_000;
/** Number of parts of the history that one page looks at when nothing is found in them. */
const maxParts = 5;

/** A found file. Those whose name fits come first, then those whose text fits. */
type Found = FoundFile & { rank: number };

/** Where a page begins: in the part of the history below a message, after so many of its files. */
export type FilesPage = { before: number; skip: number };

export const firstFilesPage: FilesPage = { before: newestAnchor, skip: 0 };

/**
 * Returns files that messages link: those whose name, text or message fits the query. The reader may read the message that is named
 * with each. One page looks at a part of the history, and all pages together find everything; a file that several messages link may
 * be found in several parts.
 */
export async function findLinkedFiles(
  ctx: Ctx,
  { plan, query, limit }: { plan: ReadPlan; query: string; limit: number },
  page: FilesPage,
  scope: Scope,
): Promise<{ files: FoundFile[]; next: FilesPage | undefined }> {
  if (plan.source.kind !== 'found' || !plan.search) return { files: [], next: undefined };
  let { before, skip } = page;
  for (let part = 1; ; part++) {
    const { found, from } = await findInPart(ctx, { plan, query, before }, scope);
    const files = found.slice(skip, skip + limit);
    const next =
      found.length > skip + limit
        ? { before, skip: skip + limit }
        : from === undefined
          ? undefined
          : { before: from, skip: 0 };
    if (files.length > 0 || !next || part === maxParts) return { files, next };
    ({ before, skip } = next);
  }
}

/** Returns the files of the part of the history below a message, and where this part begins; undefined at the beginning of all. */
async function findInPart(
  ctx: Ctx,
  { plan, query, before }: { plan: ReadPlan; query: string; before: number },
  scope: Scope,
): Promise<{ found: FoundFile[]; from: number | undefined }> {
  const ids = await searched(plan).nearest(before, maxMessages, 'older');
  const inMessages = await byMessages(ctx, plan, ids);
  const { files, statuses } = await textsOf(ctx, { query, before, pathIds: [...inMessages.keys()] }, scope);
  const bounds = [
    ...(ids.length === maxMessages ? [lastItem(ids)] : []),
    // Further files of the last message may be missing, so that message belongs to the next part.
    ...(files.length === maxTexts ? [firstItem(lastItem(files).messageIds) + 1] : []),
    ...files.flatMap(({ messageIds }) =>
      messageIds.length === maxMessagesOfFile ? [lastItem(messageIds)] : [],
    ),
  ].filter((id) => id < before);
  const from = bounds.length > 0 ? Math.max(...bounds) : undefined;
  const isInPart = (messageId: MessageId) => from === undefined || messageId >= from;
  const found = new Map([...inMessages].filter(([, { messageId }]) => isInPart(messageId)));
  const texts = files.map(({ messageIds, ...file }) => ({
    ...file,
    messageIds: messageIds.filter(isInPart),
  }));
  for (const file of await byTexts(ctx, plan, texts, scope)) {
    const known = found.get(file.pathId);
    // The line of the file says more than the message.
    if (!known || known.rank > file.rank)
      found.set(file.pathId, { ...file, rank: Math.min(file.rank, known?.rank ?? 3) });
  }
  const ranked = [...found.values()]
    // A link stays in the message when its file is deleted.
    .filter(({ pathId }) => statuses?.has(pathId) ?? true)
    .sort((a, b) => a.rank - b.rank || b.messageId - a.messageId)
    .map(({ rank: _, ...file }) => ({ ...file, textStatus: statuses?.get(file.pathId) ?? 'pending' }));
  return { found: ranked, from };
}

/** Returns the source of a plan that searches for words. */
function searched({ source }: ReadPlan): ReadPlan['source'] & { kind: 'found' } {
  if (source.kind !== 'found') throw new Error('the plan does not search for words');
  return source;
}

/** Finds files in messages that fit. */
async function byMessages(ctx: Ctx, plan: ReadPlan, ids: readonly MessageId[]): Promise<Map<string, Found>> {
  const { expression } = required(plan.search, 'search in the plan');
  const found = new Map<string, Found>();
  for (const message of await messagesWithTexts(ctx.db, ids, searched(plan).conditions)) {
    for (const { pathId, name } of linkedFiles(message.renderedContent)) {
      if (found.has(pathId)) continue;
      const context = contextOf(message.renderedContent, expression);
      found.set(pathId, foundFile({ pathId, name, context }, message, expression, 2));
    }
  }
  return found;
}

/**
 * Returns those of the files with fitting texts that a message links which the reader may read, with the newest such message. `upload`
 * follows edits a moment later, so whether a message still links a file is seen in the message.
 */
async function byTexts(
  ctx: Ctx,
  { reader, search }: ReadPlan,
  files: FindFileTextsResponse['files'],
  scope: Scope,
): Promise<Found[]> {
  const ids = files.flatMap(({ messageIds }) => messageIds);
  const visibility = await loadVisibilityOfMessages(ctx, reader, ids, scope);
  const messages = await messagesWithTexts(ctx.db, ids, [visibleTo(reader, visibility)]);
  const byId = new Map(messages.map((message) => [message.id, message]));
  return files.flatMap(({ messageIds, ...file }) => {
    const message = messageIds
      .map((id) => byId.get(id))
      .find((each) => each !== undefined && linksFile(each.renderedContent, file.pathId));
    return message ? [foundFile(file, message, required(search, 'search in the plan').expression, 1)] : [];
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

type Texts = {
  files: FindFileTextsResponse['files'];
  /** Of files that exist, by path. Undefined when `upload` does not answer. */
  statuses: ReadonlyMap<string, string> | undefined;
};

/** Asks `upload` for files by their texts, and whether texts were read. Without it, files are found by name and message alone. */
async function textsOf(
  { upload, logger }: Ctx,
  { query, before, pathIds }: { query: string; before: number; pathIds: readonly string[] },
  scope: Scope,
): Promise<Texts> {
  if (!upload) return { files: [], statuses: undefined };
  try {
    const beforeMessageId = before === newestAnchor ? 0 : before;
    const request = { query, limit: maxTexts, pathIds: pathIds.slice(0, maxStatuses), beforeMessageId };
    const { files, statuses } = await upload.findFileTexts(request, scope.call);
    const known = new Map(Object.entries(statuses));
    for (let from = maxStatuses; from < pathIds.length; from += maxStatuses) {
      const others = {
        query: '',
        limit: 0,
        pathIds: pathIds.slice(from, from + maxStatuses),
        beforeMessageId,
      };
      const answer = await upload.findFileTexts(others, scope.call);
      for (const [pathId, status] of Object.entries(answer.statuses)) known.set(pathId, status);
    }
    return { files, statuses: known };
  } catch (error) {
    logger.warn(
      { err: error },
      'files could not be found by their texts; they are found by name and message',
    );
    return { files: [], statuses: undefined };
  }
}
