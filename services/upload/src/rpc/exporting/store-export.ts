import { randomBytes } from 'node:crypto';
import { errors } from '@parley/core';
import type { StoreExportRequest, StoreExportResponse } from '@parley/proto/upload/v1/exporting';
import type { ByteAnswer, Bytes, Call } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { deleteExport, insertExport, lockExport } from '../../db/exports.ts';
import { extentOf, markContentForDeletion } from '../../db/parts.ts';
import { deleteUpload, insertUpload, lockUpload, type UploadRow } from '../../db/uploads.ts';
import { cancel } from '../../receiving/begin.ts';
import { noSuchUpload, receive } from '../../receiving/receive.ts';

/** The owner of archives that are being received. 0 stands for the server itself. */
const ownerId = 0;
/** Several, because an attempt that another replica took over may still be sending. */
const maxOpen = 10;

/**
 * Receives the archive of an export. After a failure it discards all bytes. Only `user-admin` calls it. It checks no
 * permission.
 * @throws PAYLOAD_TOO_LARGE above `maxBytes`; UNAVAILABLE when a later attempt has already stored its archive, or too many
 * archives are being received
 */
export async function storeExport(
  ctx: Ctx,
  request: StoreExportRequest,
  bytes: Bytes,
  _call: Call,
): Promise<ByteAnswer<StoreExportResponse>> {
  ctx.writeGuard.check();
  const upload = await insertUpload(
    ctx.db,
    {
      uploadId: randomBytes(18).toString('hex'),
      ownerId,
      fileName: 'export',
      contentType: 'application/gzip',
      sizeBytes: null,
      metadataJson: '',
    },
    { maxOpen, lifetimeMs: ctx.limits.uploadLifetimeMs },
  );
  if (!upload) throw errors.unavailable();
  try {
    await receive(ctx, upload, 0, bytes, { maxBytes: request.maxBytes, keepsPartial: false });
    return { response: { sizeBytes: await complete(ctx, upload, request) } };
  } catch (error) {
    // If this process crashes here, the sweeper removes the upload when it expires.
    await cancel(ctx, upload.uploadId, ownerId).catch(() => undefined);
    throw error;
  }
}

/** Returns their number. @throws UNAVAILABLE when a later attempt has already stored its archive */
function complete(ctx: Ctx, { uploadId }: UploadRow, request: StoreExportRequest): Promise<number> {
  const { exportId, attempt, expiresAtMs } = request;
  return ctx.db.tx(async (tx) => {
    if (!(await lockUpload(tx, uploadId, ownerId))) throw noSuchUpload();
    const { sizeBytes } = await extentOf(tx, uploadId);
    const stored = await lockExport(tx, exportId);
    if (stored && stored.attempt > attempt) throw outdated();
    if (stored) {
      await deleteExport(tx, exportId);
      await markContentForDeletion(tx, stored.contentId);
    }
    const row = { exportId, attempt, contentId: uploadId, sizeBytes };
    if (!(await insertExport(tx, row, new Date(expiresAtMs)))) throw outdated();
    await deleteUpload(tx, uploadId);
    return sizeBytes;
  });
}

/** Returns the error for an attempt when a later one has stored its archive. Another replica has taken over the export. */
const outdated = () => errors.unavailable();
