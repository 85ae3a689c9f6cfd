import { emit } from '@parley/db';
import type { Ctx } from '../context.ts';
import { attachmentJsonOf, usedBytes } from '../db/attachments.ts';
import { type Scan, setScan, takeUnscanned, type UnscannedRow } from '../db/scans.ts';
import { attachmentUpdated } from '../events/attachments.ts';
import { readContent } from '../storage/content.ts';

/** How long somebody who uploads waits for the verdict; what takes longer is looked at later. */
const atOnceMs = 20_000;
const batch = 20;

const clean: Scan = { state: 'clean', finding: '' };
const pending: Scan = { state: 'pending', finding: '' };

/** What a content counts as that was just received: without a scanner as clean, without a verdict as pending. */
export async function judgeNew(ctx: Ctx, contentId: string, sizeBytes: number): Promise<Scan> {
  if (!ctx.scanner || sizeBytes === 0) return clean;
  return await judge(ctx, contentId, sizeBytes, Math.min(atOnceMs, ctx.limits.scanMs));
}

async function judge(ctx: Ctx, contentId: string, sizeBytes: number, withinMs: number): Promise<Scan> {
  try {
    const chunks = readContent(ctx, contentId, 0, sizeBytes);
    const verdict = await ctx.scanner!.scan(chunks, AbortSignal.timeout(withinMs));
    if (!verdict.isHarmful) return clean;
    ctx.logger.warn({ contentId, finding: verdict.finding }, 'a file is harmful and quarantined');
    return { state: 'quarantined', finding: verdict.finding };
  } catch (error) {
    ctx.logger.warn({ contentId, reason: (error as Error).message }, 'a file could not be scanned yet');
    return pending;
  }
}

/** Looks again at files without a verdict; any replica may, each takes others. */
export async function judgePending(ctx: Ctx): Promise<void> {
  if (!ctx.scanner) return;
  for (;;) {
    const files = await takeUnscanned(ctx.db, batch, ctx.limits.scanMs);
    for (const file of files) {
      const scan = await judge(ctx, file.contentId, file.sizeBytes, ctx.limits.scanMs);
      // The scanner is away: the others will not fare better now.
      if (scan.state === 'pending') return;
      await note(ctx, file, scan);
    }
    if (files.length < batch) return;
  }
}

async function note(ctx: Ctx, { attachmentId, ownerId }: UnscannedRow, scan: Scan): Promise<void> {
  await ctx.db.tx(async (tx) => {
    if (!(await setScan(tx, attachmentId, scan))) return;
    await emit(tx, attachmentUpdated(ownerId, await attachmentJsonOf(tx, attachmentId), await usedBytes(tx)));
  });
}
