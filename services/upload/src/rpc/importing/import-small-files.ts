import { randomBytes } from 'node:crypto';
import { errors, itemAt, required } from '@parley/core';
import type {
  ImportFileRequest,
  ImportFileResponse,
  ImportSmallFilesRequest,
  ImportSmallFilesResponse,
} from '@parley/proto/upload/v1/importing';
import { type Call, requireOperator } from '@parley/rpc';
import type { Ctx } from '../../context.ts';
import { usedBytes } from '../../db/attachments.ts';
import { importedFiles, insertImportedFiles, type NewImportedFile } from '../../db/imports.ts';
import { addWholeContents, announceBlobs } from '../../db/parts.ts';
import { refusalOfFile } from '../../domain/accepted-files.ts';
import { contentTypeOf } from '../../domain/content-type.ts';
import { pathName, shownName, urlOf } from '../../domain/file-name.ts';
import { organizationId } from '../../receiving/complete.ts';
import { checkQuota } from '../../receiving/limits.ts';
import { secretPart } from '../../receiving/secret-part.ts';
import { newBlobKeys } from '../../storage/blob-key.ts';

const maxFiles = 100;

/**
 * Stores small files of an import together. Those that are not plain files are left to `importFile`, which also says what is
 * wrong with a file. Repeating a call stores nothing again.
 * @throws PAYLOAD_TOO_LARGE above the quota of the organization
 */
export async function importSmallFiles(
  ctx: Ctx,
  { files }: ImportSmallFilesRequest,
  call: Call,
): Promise<ImportSmallFilesResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  if (files.length > maxFiles) throw errors.badRequest('Too many files.');
  ctx.importing.lastAt = performance.now();
  const described = files.map(({ file }) => required(file, 'description of a file'));
  const keys = described.map(({ importKey }) => importKey);
  const known = await importedFiles(ctx.db, keys);
  const fresh = new Map<string, NewImportedFile & { content: Uint8Array }>();
  const blobKeys = newBlobKeys(files.length);
  for (const [at, { content }] of files.entries()) {
    const file = itemAt(described, at);
    if (known.has(file.importKey)) continue;
    const prepared = prepare(ctx, file, content, itemAt(blobKeys, at));
    if (prepared) fresh.set(file.importKey, prepared);
  }
  const stored = fresh.size === 0 ? new Map<string, number>() : await store(ctx, [...fresh.values()]);
  return {
    files: described.map((each): ImportFileResponse => {
      const there = known.get(each.importKey);
      if (there) {
        const { importId, pathId, attachmentId, fileName } = there;
        // A repeated call gets the answer of the first one, so that an import that was interrupted counts right.
        return {
          file: { attachmentId, fileName, url: urlOf(pathId) },
          isNew: importId === each.importId,
        };
      }
      const file = fresh.get(each.importKey);
      const attachmentId = stored.get(each.importKey);
      if (!file || attachmentId === undefined) return { file: undefined, isNew: false };
      return { file: { attachmentId, fileName: file.fileName, url: urlOf(file.pathId) }, isNew: true };
    }),
  };
}

/** Returns a file in the form in which it is stored; undefined for one that needs more than that. */
function prepare(
  ctx: Ctx,
  { importId, importKey, ownerId, createdAt, fileName: given, contentType: type }: ImportFileRequest,
  content: Uint8Array,
  blobKey: string,
): (NewImportedFile & { content: Uint8Array }) | undefined {
  const fileName = shownName(given);
  const contentType = contentTypeOf(type, fileName);
  // Pictures are measured and lose the places where they were taken; a scanner reads all files.
  const needsMore = ctx.scanner !== undefined || /^(?:image|video)\//.test(contentType);
  if (needsMore || content.length === 0 || content.length > ctx.limits.maxFileBytes) return undefined;
  if (refusalOfFile(ctx.limits, fileName, contentType)) return undefined;
  return {
    ...{ importId, importKey, ownerId, createdAt, fileName, contentType, content },
    pathId: `${organizationId}/${secretPart(ctx, importKey)}/${pathName(fileName)}`,
    contentId: randomBytes(18).toString('hex'),
    sizeBytes: content.length,
    blobKey,
  };
}

/** Stores files. Returns their IDs by key. The sweeper removes blobs that no transaction has made part of a file. */
async function store(
  ctx: Ctx,
  files: readonly (NewImportedFile & { content: Uint8Array })[],
): Promise<Map<string, number>> {
  await announceBlobs(
    ctx.db,
    files.map(({ blobKey }) => blobKey),
  );
  await ctx.store.writeAll(files);
  return ctx.db.tx(async (tx) => {
    if (!(await addWholeContents(tx, files))) throw errors.unavailable();
    const ids = await insertImportedFiles(tx, files);
    checkQuota(ctx, await usedBytes(tx));
    return ids;
  });
}
