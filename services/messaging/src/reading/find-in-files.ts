import type { Scope } from '@parley/directory';
import type { FindFileTextsResponse } from '@parley/proto/upload/v1/texts';
import type { Ctx } from '../context.ts';
import { type LinkingMessage, messagesWithTexts } from '../db/search.ts';
import { planRead } from './plan-read.ts';

/** Number of the newest files whose text fits that are looked at. */
const maxFiles = 200;
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
  const readable = messageIds.length === 0 ? [] : await readableOf(ctx, messageIds, scope);
  const byId = new Map(readable.map((message) => [message.id, message]));
  return {
    files: files.flatMap(({ pathId, name, context, messageIds }) => {
      // Upload names the newest message first.
      const id = messageIds.find((id) => byId.has(id));
      return id === undefined ? [] : [{ pathId, name, context, message: byId.get(id)! }];
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

/** Returns those of the messages that the reader may read. */
async function readableOf(ctx: Ctx, messageIds: readonly number[], scope: Scope): Promise<LinkingMessage[]> {
  const { source } = await scope.confirmed(async (scope) => {
    const terms = [{ operator: 'has', negated: false, operand: { $case: 'text' as const, text: 'attachment' } }];
    return await planRead(ctx, await scope.caller(), terms, scope);
  });
  return await messagesWithTexts(ctx.db, messageIds, source.conditions);
}
