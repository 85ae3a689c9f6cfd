import { randomBytes } from 'node:crypto';
import { emit, type Tx } from '@parley/db';
import type { StoredFile } from '@parley/proto/upload/v1/receiving';
import type { Ctx } from '../context.ts';
import {
  type AttachmentRow,
  attachmentById,
  attachmentJsonOf,
  insertAttachment,
  usageOf,
  usedBytes,
} from '../db/attachments.ts';
import { arePositionsRemoved } from '../db/image-positions.ts';
import { extentOf } from '../db/parts.ts';
import { completeUpload, findUpload, lockUpload, type UploadRow } from '../db/uploads.ts';
import { pathName, urlOf } from '../domain/file-name.ts';
import { attachmentAdded } from '../events/attachments.ts';
import { removePositionsFrom } from '../geotags/stored-file.ts';
import { imageSizeOf } from '../images/thumbnails.ts';
import { scanNew } from '../scanning/scan-files.ts';
import { checkPersonalLimits, checkQuota } from './limits.ts';
import { noSuchUpload, wrongOffset } from './receive.ts';

/** ID of the organization, with which every path begins. */
export const organizationId = 1;

/**
 * Turns an upload that has received all its bytes into a file. It is idempotent: repeated calls return the same file.
 * @throws NOT_FOUND when there is no such upload; PAYLOAD_TOO_LARGE when the quota of the organization or the person is exceeded;
 * BAD_REQUEST when the person has too many files, and with status 409 when bytes of the announced size are missing; UNAVAILABLE when too many images wait to be measured
 */
export async function complete(
  ctx: Ctx,
  target: Pick<UploadRow, 'uploadId' | 'ownerId'>,
): Promise<StoredFile> {
  const { size, scan } = await inspect(ctx, target);
  const finish = async (tx: Tx) => {
    const upload = await lockUpload(tx, target.uploadId, target.ownerId);
    if (!upload) throw noSuchUpload();
    if (upload.attachmentId !== null) {
      const before = await attachmentById(tx, upload.attachmentId);
      if (!before) throw noSuchUpload();
      return storedFile(before);
    }
    const { sizeBytes } = await extentOf(tx, upload.uploadId);
    if (upload.sizeBytes !== null && upload.sizeBytes !== sizeBytes) throw wrongOffset();
    const attachment = await insertAttachment(tx, {
      ownerId: upload.ownerId,
      fileName: upload.fileName,
      pathId: `${organizationId}/${randomBytes(18).toString('hex')}/${pathName(upload.fileName)}`,
      contentType: upload.contentType,
      sizeBytes,
      contentId: upload.uploadId,
      width: size?.width ?? null,
      height: size?.height ?? null,
      scanState: scan.state,
      scanFinding: scan.finding,
    });
    await completeUpload(tx, upload.uploadId, attachment.attachmentId);
    // Inserting the file locked the row `storage_usage`, so the sums cannot change before the commit.
    const used = await usedBytes(tx);
    checkQuota(ctx, used);
    checkPersonalLimits(ctx, await usageOf(tx, upload.ownerId));
    await announce(tx, attachment, used);
    return storedFile(attachment);
  };
  return await ctx.db.tx(finish, { isIdempotent: true });
}

/** Removes positions from the content, scans it and measures an image. This happens before the transaction, so that no locks are held during this time. */
export async function inspect(ctx: Ctx, { uploadId, ownerId }: Pick<UploadRow, 'uploadId' | 'ownerId'>) {
  const { upload, sizeBytes, withoutPositions } = await ctx.db.tx(async (tx) => ({
    upload: await findUpload(tx, uploadId, ownerId),
    sizeBytes: (await extentOf(tx, uploadId)).sizeBytes,
    withoutPositions: await arePositionsRemoved(tx),
  }));
  // There is nothing to inspect. The caller finds this out under the lock, and ignores this result.
  if (!upload || upload.attachmentId !== null) return { scan: { state: 'pending', finding: '' } as const };
  if (withoutPositions) await removePositionsFrom(ctx, { uploadId, ownerId }, sizeBytes);
  const scan = await scanNew(ctx, uploadId, sizeBytes);
  const mayOpen = scan.state !== 'quarantined';
  const content = { contentId: uploadId, contentType: upload.contentType, sizeBytes };
  return { scan, size: mayOpen ? await imageSizeOf(ctx, content) : undefined };
}

async function announce(tx: Tx, { ownerId, attachmentId }: AttachmentRow, used: number): Promise<void> {
  await emit(tx, attachmentAdded(ownerId, await attachmentJsonOf(tx, attachmentId), used));
}

const storedFile = ({ attachmentId, pathId, fileName }: AttachmentRow): StoredFile => ({
  attachmentId,
  url: urlOf(pathId),
  fileName,
});
