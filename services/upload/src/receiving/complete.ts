import { randomBytes } from 'node:crypto';
import { ParleyError } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import type { StoredFile } from '@parley/proto/upload/v1/receiving';
import type { Ctx } from '../context.ts';
import {
  type AttachmentRow,
  attachmentById,
  attachmentJsonOf,
  insertAttachment,
  usedBytes,
} from '../db/attachments.ts';
import { extentOf } from '../db/parts.ts';
import { completeUpload, findUpload, lockUpload, type UploadRow } from '../db/uploads.ts';
import { pathName, urlOf } from '../domain/file-name.ts';
import { attachmentAdded } from '../events/attachments.ts';
import { imageSizeOf } from '../images/thumbnails.ts';
import { noSuchUpload, wrongOffset } from './receive.ts';

/** Part of every path: the organization. There is one. */
const organizationId = 1;

/**
 * Makes an upload whose bytes are all there a file of its owner's. A second time the same file is the answer.
 * @throws ParleyError over the organization's quota
 */
export async function complete(
  ctx: Ctx,
  target: Pick<UploadRow, 'uploadId' | 'ownerId'>,
): Promise<StoredFile> {
  const size = await pixelSizeOf(ctx, target);
  return await ctx.db.tx(async (tx) => {
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
    });
    await completeUpload(tx, upload.uploadId, attachment.attachmentId);
    // The row of the organization's usage is locked by now: nobody else changes it before the commit.
    const used = await usedBytes(tx);
    checkQuota(ctx, used);
    await announce(tx, attachment, used);
    return storedFile(attachment);
  });
}

/** Looked at before the transaction: nobody waits for a lock while an image is read. */
async function pixelSizeOf(ctx: Ctx, { uploadId, ownerId }: Pick<UploadRow, 'uploadId' | 'ownerId'>) {
  const upload = await findUpload(ctx.db, uploadId, ownerId);
  if (!upload || upload.attachmentId !== null) return undefined;
  const { sizeBytes } = await extentOf(ctx.db, uploadId);
  return await imageSizeOf(ctx, { contentId: uploadId, contentType: upload.contentType, sizeBytes });
}

async function announce(tx: Tx, { ownerId, attachmentId }: AttachmentRow, used: number): Promise<void> {
  await emit(tx, attachmentAdded(ownerId, await attachmentJsonOf(tx, attachmentId), used));
}

/** @throws ParleyError when the organization would store more than it may. */
export function checkQuota({ limits }: Pick<Ctx, 'limits'>, used: number): void {
  if (limits.quotaBytes === 0 || used <= limits.quotaBytes) return;
  throw new ParleyError('PAYLOAD_TOO_LARGE', 'Upload would exceed your organization’s upload quota.');
}

const storedFile = ({ attachmentId, pathId, fileName }: AttachmentRow): StoredFile => ({
  attachmentId,
  url: urlOf(pathId),
  fileName,
});
