import { randomBytes } from 'node:crypto';
import { errors } from '@parley/core';
import type { Tx } from '@parley/db';
import { OutsideError } from '@parley/outside';
import type { ImportFileRequest, ImportFileResponse } from '@parley/proto/upload/v1/importing';
import { type ByteAnswer, type Bytes, type Call, requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { insertAttachment, usedBytes } from '../../db/attachments.ts';
import { importedFile, markImported } from '../../db/imports.ts';
import { extentOf } from '../../db/parts.ts';
import { deleteUpload, insertUpload, lockUpload, type UploadRow } from '../../db/uploads.ts';
import { refusalOfFile } from '../../domain/accepted-files.ts';
import { contentTypeOf } from '../../domain/content-type.ts';
import { pathName, shownName, urlOf } from '../../domain/file-name.ts';
import { guardedStream } from '../../outside/guarded-fetch.ts';
import { cancel } from '../../receiving/begin.ts';
import { inspect, organizationId } from '../../receiving/complete.ts';
import { checkQuota } from '../../receiving/limits.ts';
import { noSuchUpload, receive } from '../../receiving/receive.ts';
import { secretPart } from '../../receiving/secret-part.ts';

/** Time for which a file may be fetched, in milliseconds. */
const fetchMs = 600_000;
/** Maximum number of files of one owner that are being imported at the same time. */
const maxOpen = 1_000;

/**
 * Stores a file of an import, without an event. The limits of a person do not apply, because an administrator moves it in; the
 * quota of the organization does. A file whose key exists is not stored again.
 * @throws PAYLOAD_TOO_LARGE above the limits; BAD_REQUEST when its type is not accepted
 */
export async function importFile(
  ctx: Ctx,
  request: ImportFileRequest,
  bytes: Bytes,
  call: Call,
): Promise<ByteAnswer<ImportFileResponse>> {
  requireOperator(call);
  ctx.writeGuard.check();
  const known = await importedFile(ctx.db, request.importKey);
  if (known) {
    const { importId, pathId, ...file } = known;
    // A repeated call gets the answer of the first one, so that an import that was interrupted counts right.
    return { response: { file: { ...file, url: urlOf(pathId) }, isNew: importId === request.importId } };
  }
  const name = shownName(request.fileName);
  const type = contentTypeOf(request.contentType, name);
  const unwanted = refusalOfFile(ctx.limits, name, type);
  if (unwanted) throw errors.badRequest(unwanted);
  const upload = await insertUpload(
    ctx.db,
    {
      uploadId: randomBytes(18).toString('hex'),
      ownerId: request.ownerId,
      fileName: name,
      contentType: type,
      sizeBytes: null,
      metadataJson: '',
    },
    { maxOpen, lifetimeMs: ctx.limits.uploadLifetimeMs },
  );
  if (!upload) throw errors.unavailable();
  try {
    const contents = request.sourceUrl === '' ? bytes : fetched(ctx, request);
    await receive(ctx, upload, 0, contents, { maxBytes: ctx.limits.maxFileBytes, keepsPartial: false });
    return { response: { file: await complete(ctx, upload, request), isNew: true } };
  } catch (error) {
    // If this process crashes here, the sweeper removes the upload when it expires.
    await cancel(ctx, upload.uploadId, upload.ownerId).catch(() => undefined);
    throw error;
  }
}

/** From the address that an archive names. @throws BAD_REQUEST when it cannot be loaded */
async function* fetched(
  { outside }: Ctx,
  { sourceUrl, contentType }: ImportFileRequest,
): AsyncGenerator<Uint8Array> {
  if (!outside.isEnabled) throw notLoaded();
  // Instead of a file, a server that does not accept the token in the address answers with a page for signing in.
  const isWantedType = (type: string) => type !== 'text/html' || contentType.startsWith('text/html');
  try {
    yield* guardedStream(sourceUrl, isWantedType, { ...outside, timeoutMs: fetchMs });
  } catch (error) {
    throw error instanceof OutsideError ? notLoaded() : error;
  }
}

const notLoaded = () => errors.badRequest('The file at this address cannot be loaded.');

async function complete(ctx: Ctx, target: UploadRow, request: ImportFileRequest) {
  const { size, scan } = await inspect(ctx, target);
  return await ctx.db.tx(async (tx: Tx) => {
    const upload = await lockUpload(tx, target.uploadId, target.ownerId);
    if (!upload) throw noSuchUpload();
    const { sizeBytes } = await extentOf(tx, upload.uploadId);
    const attachment = await insertAttachment(tx, {
      ownerId: upload.ownerId,
      fileName: upload.fileName,
      pathId: `${organizationId}/${secretPart(ctx, request.importKey)}/${pathName(upload.fileName)}`,
      contentType: upload.contentType,
      sizeBytes,
      contentId: upload.uploadId,
      width: size?.width ?? null,
      height: size?.height ?? null,
      scanState: scan.state,
      scanFinding: scan.finding,
    });
    await markImported(tx, attachment.attachmentId, request);
    await deleteUpload(tx, upload.uploadId);
    checkQuota(ctx, await usedBytes(tx));
    const { attachmentId, pathId, fileName } = attachment;
    return { attachmentId, url: urlOf(pathId), fileName };
  });
}
