import { type Query, sql } from '@parley/db';
import type { Scope } from '@parley/directory';
import type { FindFileTextsResponse } from '@parley/proto/upload/v1/texts';
import { loadVisibilityOfMessages } from '../access/readable-periods.ts';
import { loadReader } from '../access/reader.ts';
import type { Ctx } from '../context.ts';
import { idsThatMeet, type LinkingMessage, messagesWithTexts } from '../db/search.ts';
import { visibleTo } from '../db/visible.ts';

/** Number of the newest files whose text fits that are looked at. */
const maxFiles = 100;
/** Maximum number of files whose status is asked for. */
const maxPaths = 1_000;
/** Time limit of the question to upload in milliseconds. After it, files are found by their messages alone. */
const waitMs = 2_000;

/** A file whose text fits a search, with the newest message that links it and that the reader may read. */
export type FileWithText = { pathId: string; name: string; context: string; message: LinkingMessage };

/** The files that a reader finds by their text, and what became of the text of each file, by path. */
export type FoundInFiles = { files: FileWithText[]; statuses: ReadonlyMap<string, string> };

/**
 * Finds files by their text. Upload knows the texts, and which messages link each file; the reader finds a file only through a
 * message that they may read.
 *
 * @param pathIds files whose status is returned, too
 */
export async function findInFiles(
  ctx: Ctx,
  { query, pathIds }: { query: string; pathIds: readonly string[] },
  scope: Scope,
): Promise<FoundInFiles> {
  const { files, statuses } = await textsOfFiles(ctx, query, pathIds, scope);
  const messageIds = [...new Set(files.flatMap((file) => file.messageIds))];
  const isReadable = messageIds.length === 0 ? sql`false` : await readableOf(ctx, messageIds, scope);
  const readable = new Set(await idsThatMeet(ctx.db, messageIds, isReadable));
  // Upload names the newest message of a file first.
  const chosen = files.flatMap((file) => {
    const messageId = file.messageIds.find((id) => readable.has(id));
    return messageId === undefined ? [] : [{ ...file, messageId }];
  });
  const ids = chosen.map(({ messageId }) => messageId);
  const messages = await messagesWithTexts(ctx.db, ids, [isReadable]);
  const byId = new Map(messages.map((message) => [message.id, message]));
  return {
    files: chosen.flatMap(({ pathId, name, context, messageId }) => {
      const message = byId.get(messageId);
      return message === undefined ? [] : [{ pathId, name, context, message }];
    }),
    statuses: new Map(statuses.map(({ pathId, status }) => [pathId, status])),
  };
}

async function textsOfFiles(
  { upload, logger }: Ctx,
  query: string,
  pathIds: readonly string[],
  { call }: Scope,
): Promise<FindFileTextsResponse> {
  if (!upload) return { files: [], statuses: [] };
  try {
    const deadline = Math.min(call.deadline, Date.now() + waitMs);
    const request = { query, limit: maxFiles, pathIds: pathIds.slice(0, maxPaths) };
    return await upload.findFileTexts(request, { ...call, deadline });
  } catch (error) {
    logger.warn({ err: error }, 'files could not be found by their text');
    return { files: [], statuses: [] };
  }
}

/** Returns the condition that the reader may read message `m`, which is one of these. */
async function readableOf(ctx: Ctx, messageIds: readonly number[], scope: Scope): Promise<Query> {
  const reader = await loadReader(await scope.confirmed((facts) => facts.reader()), scope);
  return visibleTo(reader, await loadVisibilityOfMessages(ctx, reader, messageIds, scope));
}
