import { errors, ParleyError } from '@parley/core';
import type { Call } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { type AttachmentRow, attachmentByPath, linkingMessages } from '../db/attachments.ts';

/** Messages asked about at once, and questions at most: a file linked in 5,000 newer messages is widely shared. */
const perQuestion = 1_000;
const maxQuestions = 5;

/**
 * Whether somebody may read a file: its owner always, others when a message that links it is visible to them now.
 * Messaging decides what is visible, at each request. Without a person: what spectators may read.
 */
export async function mayRead(ctx: Ctx, file: AttachmentRow, call: Call): Promise<boolean> {
  if (call.principal?.userId === file.ownerId) return true;
  let before = Number.MAX_SAFE_INTEGER;
  for (let question = 0; question < maxQuestions; question++) {
    const messageIds = await linkingMessages(ctx.db, file.attachmentId, before, perQuestion);
    if (messageIds.length === 0) return false;
    const { canSee } = await ctx.messaging.canSeeAnyMessage({ messageIds }, call);
    if (canSee) return true;
    if (messageIds.length < perQuestion) return false;
    before = messageIds.at(-1)!;
  }
  return false;
}

/**
 * The file at a path, for somebody who may read it. Before a refusal, every message that is committed by now
 * is taken into account: who can read a message can open what it links.
 * @throws ParleyError NOT_FOUND for what is not there and what they may not know; UNAUTHORIZED for spectators;
 * ACCESS_DENIED for what is or may be harmful
 */
export async function readableFile(ctx: Ctx, pathId: string, call: Call): Promise<AttachmentRow> {
  const file = await attachmentByPath(ctx.db, pathId.normalize('NFC'));
  if (file) {
    if (await mayRead(ctx, file, call)) return opened(file);
    if ((await ctx.linksNoted(call)) && (await mayRead(ctx, file, call))) return opened(file);
  }
  throw call.principal ? noSuchFile() : errors.unauthorized();
}

/** The file, if it may be opened by anybody at all. @throws ParleyError ACCESS_DENIED */
export function opened(file: AttachmentRow): AttachmentRow {
  if (file.scanState === 'clean') return file;
  throw new ParleyError(
    'ACCESS_DENIED',
    file.scanState === 'pending'
      ? 'The file has not been checked for viruses yet. Please try again later.'
      : `The file is harmful and cannot be opened (${file.scanFinding}).`,
  );
}

/** One answer for files that are not there and files that somebody may not know of. */
export const noSuchFile = () => errors.notFound('File not found.');
