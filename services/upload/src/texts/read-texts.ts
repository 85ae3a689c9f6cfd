import { Readable } from 'node:stream';
import { extractText } from '@parley/file-text';
import type { Ctx } from '../context.ts';
import { storeFileText, takeUnreadFile, type UnreadFile } from '../db/file-texts.ts';
import { readContent } from '../storage/content.ts';

/** Longer than reading one file takes, so that only a replica that has died gives up its claim. */
const claimMs = 300_000;

/**
 * Reads the texts of files that are due, one after the other, the newest first. Several replicas may do so at the same time,
 * because each claims different files. A file that a store could not deliver is due again later.
 */
export async function readTexts(ctx: Ctx, isStopped: () => boolean = () => false): Promise<void> {
  while (!isStopped()) {
    const file = await takeUnreadFile(ctx.db, claimMs);
    if (!file) return;
    await readText(ctx, file);
  }
}

async function readText(
  ctx: Ctx,
  { attachmentId, fileName, contentType, contentId, sizeBytes }: UnreadFile,
): Promise<void> {
  const bytes = Readable.from(readContent(ctx, contentId, 0, sizeBytes));
  const read = await extractText(bytes, { name: fileName, type: contentType });
  if (read.status === 'broken' || read.status === 'too_large') {
    ctx.logger.info({ attachmentId, status: read.status }, 'the text of a file could not be read');
  }
  await ctx.db.tx((tx) => storeFileText(tx, attachmentId, read));
}
