import { errors, errorText, ParleyError } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { type AttachmentRow, attachmentByPath, linkingMessages } from '../db/attachments.ts';

/**
 * Maximum number of messages in one call of messaging, and of such calls in one request. So the 5,000 newest messages
 * that link to a file are checked.
 */
const messagesPerCall = 1_000;
const maxCalls = 5;

/**
 * Returns whether the caller may read a file. Its owner always may. Other callers may while they may read a message
 * that links to it, which messaging decides at each request. A call without a principal is made for a spectator.
 */
export async function mayRead(ctx: Ctx, file: AttachmentRow, call: Call): Promise<boolean> {
  if (call.principal?.userId === file.ownerId) return true;
  let before = Number.MAX_SAFE_INTEGER;
  for (let calls = 0; calls < maxCalls; calls++) {
    const messageIds = await linkingMessages(ctx.db, file.attachmentId, before, messagesPerCall);
    if (messageIds.length === 0) return false;
    const { canSee } = await ctx.messaging.canSeeAnyMessage({ messageIds }, call);
    if (canSee) return true;
    if (messageIds.length < messagesPerCall) return false;
    before = messageIds.at(-1)!;
  }
  return false;
}

/**
 * Returns the file at a path when the caller may read it. Before a refusal it waits for the links of all committed
 * messages, so that a reader of a message can open the files that the message links to.
 * @throws ParleyError NOT_FOUND for a file that does not exist or that the caller may not read; UNAUTHORIZED for
 *   spectators; ACCESS_DENIED for a file that is or may be harmful
 */
export async function readableFile(ctx: Ctx, pathId: string, call: Call): Promise<AttachmentRow> {
  const file = await attachmentByPath(ctx.db, pathId.normalize('NFC'));
  if (file) {
    if (await mayRead(ctx, file, call)) return opened(file);
    if ((await ctx.linksStored(call)) && (await mayRead(ctx, file, call))) return opened(file);
  }
  throw call.principal ? noSuchFile() : errors.unauthorized();
}

/** Returns the file when its scan found nothing. @throws ParleyError ACCESS_DENIED */
export function opened(file: AttachmentRow): AttachmentRow {
  if (file.scanState === 'clean') return file;
  throw new ParleyError(
    'ACCESS_DENIED',
    file.scanState === 'pending'
      ? 'The file has not been checked for viruses yet. Please try again later.'
      : errorText('The file is harmful and cannot be opened ({finding}).', { finding: file.scanFinding }),
  );
}

/** Returns the error for a file that does not exist. A file that the caller may not read gets the same error. */
export const noSuchFile = () => errors.notFound('File not found.');
