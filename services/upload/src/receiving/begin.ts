import { randomBytes } from 'node:crypto';
import { errors, ParleyError } from '@parley/core';
import type { Tx } from '@parley/db';
import type { StoreFileRequest } from '@parley/proto/upload/v1/receiving';
import type { UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { usageOf, usedBytes } from '../db/attachments.ts';
import { markContentForDeletion } from '../db/parts.ts';
import { deleteUpload, insertUpload, lockUpload, type UploadRow } from '../db/uploads.ts';
import { refusalOfFile } from '../domain/accepted-files.ts';
import { contentTypeOf } from '../domain/content-type.ts';
import { shownName } from '../domain/file-name.ts';
import { checkPersonalLimits, checkQuota } from './limits.ts';
import { noSuchUpload, tooLarge } from './receive.ts';

export type Announced = { ownerId: UserId; sizeBytes: number | null; metadataJson: string };

/**
 * Starts an upload.
 * @throws PAYLOAD_TOO_LARGE when the file is too large or the quota of the organization or the person is exceeded; BAD_REQUEST
 * when its type is not accepted, or the person has too many files; RATE_LIMIT_HIT when the person has too many open uploads
 */
export async function begin(
  ctx: Ctx,
  { fileName, contentType }: StoreFileRequest,
  { ownerId, sizeBytes, metadataJson }: Announced,
): Promise<UploadRow> {
  ctx.writeGuard.check();
  const { limits } = ctx;
  if (sizeBytes !== null && sizeBytes > limits.maxFileBytes) throw tooLarge(limits.maxFileBytes);
  const name = shownName(fileName);
  const type = contentTypeOf(contentType, name);
  const unwanted = refusalOfFile(limits, name, type);
  if (unwanted) throw errors.badRequest(unwanted);
  const insert = async (tx: Tx) => {
    // A new ID for each attempt: after a commit with an unknown outcome, an empty upload may stay behind until it expires.
    const uploadId = randomBytes(18).toString('hex');
    if (limits.quotaBytes > 0) checkQuota(ctx, (await usedBytes(tx)) + (sizeBytes ?? 1));
    const { files, bytes } = await usageOf(tx, ownerId);
    checkPersonalLimits(ctx, { files: files + 1, bytes: bytes + (sizeBytes ?? 1) });
    return await insertUpload(
      tx,
      { uploadId, ownerId, fileName: name, contentType: type, sizeBytes, metadataJson },
      { maxOpen: limits.maxOpenUploads, lifetimeMs: limits.uploadLifetimeMs },
    );
  };
  const upload = await ctx.db.tx(insert, { isIdempotent: true });
  if (!upload) {
    throw new ParleyError('RATE_LIMIT_HIT', 'Too many uploads are in progress.', { 'retry-after': 60 });
  }
  return upload;
}

/** Cancels an upload that is not complete, and marks its bytes for deletion. @throws NOT_FOUND when there is none */
export async function cancel(ctx: Ctx, uploadId: string, ownerId: UserId): Promise<void> {
  await ctx.db.tx(async (tx) => {
    const upload = await lockUpload(tx, uploadId, ownerId);
    if (!upload || upload.attachmentId !== null) throw noSuchUpload();
    await deleteUpload(tx, uploadId);
    await markContentForDeletion(tx, uploadId);
  });
}
