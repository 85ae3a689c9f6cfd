import { Readable } from 'node:stream';
import { sleep } from '@parley/core';
import { extractText, type FileText } from '@parley/file-text';
import type { Ctx } from '../context.ts';
import {
  claimedFiles,
  renewTexts,
  returnUnreadFiles,
  storeFileTexts,
  takeUnreadFiles,
  type UnreadFile,
} from '../db/file-texts.ts';
import { readContent } from '../storage/content.ts';

/** Time after files of an import for which it goes on, in milliseconds. It does not pay for the texts of its files. */
const importMs = 5_000;
/** Longer than reading claimed files takes, so that only a replica that has died gives up its claim. */
const claimMs = 300_000;

/**
 * Reads the texts of files that are due, one after the other, the newest first. Small ones are claimed and stored together. Several
 * replicas may do so at the same time, because each claims different files. A file that a store could not deliver is due again later.
 */
export async function readTexts(ctx: Ctx, isStopped: () => boolean = () => false): Promise<void> {
  while (!isStopped()) {
    const begunAt = performance.now();
    const isImporting = begunAt - ctx.importing.lastAt < importMs;
    const files = await takeUnreadFiles(ctx.db, claimMs, !isImporting);
    if (files.length === 0) {
      if (isImporting || !(await renewTexts(ctx.db))) return;
      continue;
    }
    await readClaimed(ctx, files, isStopped);
    // Many wait after an import. People who write come first.
    if (files.length === claimedFiles) await sleep(performance.now() - begunAt);
  }
}

async function readClaimed(ctx: Ctx, files: readonly UnreadFile[], isStopped: () => boolean): Promise<void> {
  const texts: (FileText & { attachmentId: number })[] = [];
  try {
    for (const file of files) {
      if (texts.length > 0 && isStopped()) break;
      texts.push({ ...(await readText(ctx, file)), attachmentId: file.attachmentId });
    }
  } finally {
    if (texts.length > 0) await ctx.db.tx((tx) => storeFileTexts(tx, texts));
    // The file after the last text has failed, or reading has stopped; it is due again later, and those behind it at once.
    const rest = files.slice(texts.length + (isStopped() ? 0 : 1)).map(({ attachmentId }) => attachmentId);
    if (rest.length > 0) await returnUnreadFiles(ctx.db, rest);
  }
}

async function readText(
  ctx: Ctx,
  { attachmentId, fileName, contentType, contentId, sizeBytes }: UnreadFile,
): Promise<FileText> {
  const bytes = Readable.from(readContent(ctx, contentId, 0, sizeBytes));
  const read = await extractText(bytes, { name: fileName, type: contentType });
  if (read.status === 'broken' || read.status === 'too_large') {
    ctx.logger.info({ attachmentId, status: read.status }, 'the text of a file could not be read');
  }
  return read;
}
