import { required } from '@parley/core';
import { emit } from '@parley/db';
import type { Ctx } from '../context.ts';
import { attachmentJsonOf, usedBytes } from '../db/attachments.ts';
import { type Scan, setScan, takeUnscanned, type UnscannedRow } from '../db/scans.ts';
import { attachmentUpdated } from '../events/attachments.ts';
import { readContent } from '../storage/content.ts';

/** In milliseconds. When the scan takes longer, the sweeper repeats it later. */
const uploadWaitsMs = 20_000;
/** How many files in a row may have no result before a sweep stops, because the scanner is probably not available. */
const maxFailures = 3;

const clean: Scan = { state: 'clean', finding: '' };
const pending: Scan = { state: 'pending', finding: '' };

/** `clean` without a scanner and for an empty file; `pending` when the scan fails or takes too long. */
export async function scanNew(ctx: Ctx, contentId: string, sizeBytes: number): Promise<Scan> {
  if (!ctx.scanner || sizeBytes === 0) return clean;
  return await scanContent(ctx, contentId, sizeBytes, Math.min(uploadWaitsMs, ctx.limits.scanMs));
}

async function scanContent(ctx: Ctx, contentId: string, sizeBytes: number, withinMs: number): Promise<Scan> {
  try {
    const chunks = readContent(ctx, contentId, 0, sizeBytes);
    const verdict = await required(ctx.scanner, 'scanner').scan(chunks, AbortSignal.timeout(withinMs));
    if (!verdict.isHarmful) return clean;
    ctx.logger.warn({ contentId, finding: verdict.finding }, 'harmful file quarantined');
    return { state: 'quarantined', finding: verdict.finding };
  } catch (error) {
    ctx.logger.warn({ contentId, err: error }, 'file could not be scanned; the sweeper repeats it');
    return pending;
  }
}

/**
 * Scans files whose scan is pending, each once. Several replicas may do so at the same time, because each claims different
 * files. A missing result may be due to the file alone, for example its size, so it does not end the scanning. Several missing
 * results in a row end it, because a scanner that is not available may use the whole time limit for each file.
 */
export async function scanPending(ctx: Ctx): Promise<void> {
  if (!ctx.scanner) return;
  const failed: number[] = [];
  for (let failures = 0; failures < maxFailures; ) {
    const file = await takeUnscanned(ctx.db, ctx.limits.scanMs, failed);
    if (!file) return;
    const scan = await scanContent(ctx, file.contentId, file.sizeBytes, ctx.limits.scanMs);
    if (scan.state === 'pending') {
      failures += 1;
      failed.push(file.attachmentId);
    } else {
      failures = 0;
      await storeVerdict(ctx, file, scan);
    }
  }
}

async function storeVerdict(ctx: Ctx, { attachmentId, ownerId }: UnscannedRow, scan: Scan): Promise<void> {
  await ctx.db.tx(async (tx) => {
    if (!(await setScan(tx, attachmentId, scan))) return;
    await emit(tx, attachmentUpdated(ownerId, await attachmentJsonOf(tx, attachmentId), await usedBytes(tx)));
  });
}
