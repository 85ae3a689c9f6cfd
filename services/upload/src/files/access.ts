import { errors, errorText, lastItem, ParleyError } from '@parley/core';
import { backgroundCall, type Call, personOf } from '@parley/rpc';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { lastAccessEndOf } from '../db/access-ends.ts';
import { type AttachmentRow, attachmentByPath, linkingMessages } from '../db/attachments.ts';
import type { TokenHolder } from '../domain/temporary-token.ts';

/** Messages in one call, and calls for one check: at most the 5,000 newest messages are checked. */
const messagesPerCall = 1_000;
const maxCalls = 5;

/**
 * Returns whether the caller may read a file. The owner always may. Other callers may if they may read a message that links to
 * it, which messaging decides each time.
 * @throws UNAUTHORIZED for a visitor when the organization does not admit visitors
 */
export async function mayRead(ctx: Ctx, file: AttachmentRow, call: Call): Promise<boolean> {
  if (personOf(call)?.userId === file.ownerId) return true;
  let before = Number.MAX_SAFE_INTEGER;
  for (let calls = 0; calls < maxCalls; calls++) {
    const messageIds = await linkingMessages(ctx.db, file.attachmentId, before, messagesPerCall);
    if (messageIds.length === 0) return false;
    const { canSee } = await ctx.messaging.canSeeAnyMessage({ messageIds }, call);
    if (canSee) return true;
    if (messageIds.length < messagesPerCall) return false;
    before = lastItem(messageIds);
  }
  return false;
}

/**
 * Returns the file with a path if the caller may read it. When the caller may not, it waits until the links of all committed
 * messages are stored, and checks again. So a reader of a new message can open its files.
 * @throws NOT_FOUND for a file that does not exist or that the caller may not read; UNAUTHORIZED instead for visitors;
 * ACCESS_DENIED for a file that is not scanned yet, or is harmful
 */
export async function readableFile(ctx: Ctx, pathId: string, call: Call): Promise<AttachmentRow> {
  const file = await attachmentByPath(ctx.db, pathId.normalize('NFC'));
  if (file) {
    if (await mayRead(ctx, file, call)) return opened(file);
    if ((await ctx.linksStored(call)) && (await mayRead(ctx, file, call))) return opened(file);
  }
  throw personOf(call) ? noSuchFile() : errors.unauthorized();
}

/** Returns whether a person who makes no call may read a file now. A deactivated person may not. */
export async function mayPersonRead(
  ctx: Ctx,
  file: AttachmentRow,
  userId: UserId,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await mayRead(ctx, file, backgroundCall({ principal: { userId }, signal }));
  } catch (error) {
    // The call on behalf of a person who was deactivated or deleted is rejected.
    if (error instanceof ParleyError && error.status < 500) return false;
    throw error;
  }
}

/** Their access has not ended since they got the URL, and they may read the file now. */
export async function mayHolderRead(
  ctx: Ctx,
  file: AttachmentRow,
  { userId, accessEnd }: TokenHolder,
  { signal }: Call,
): Promise<boolean> {
  if (accessEnd < (await lastAccessEndOf(ctx.db, userId))) return false;
  return mayPersonRead(ctx, file, userId, signal);
}

/** Returns the file if it was scanned and is not harmful. @throws ACCESS_DENIED otherwise */
export function opened(file: AttachmentRow): AttachmentRow {
  if (file.scanState === 'clean') return file;
  throw new ParleyError(
    'ACCESS_DENIED',
    file.scanState === 'pending'
      ? 'The file has not been checked for viruses yet. Please try again later.'
      : errorText('The file is harmful and cannot be opened ({finding}).', { finding: file.scanFinding }),
  );
}

export const noSuchFile = () => errors.notFound('File not found.');
