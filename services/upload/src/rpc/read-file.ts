import { exportFileName, readArchiveToken, withEitherKey } from '@parley/core';
import type { ReadFileRequest } from '@parley/proto/upload/v1/files';
import { ReadFileResponse } from '@parley/proto/upload/v1/files';
import { type ByteAnswer, type Bytes, type Call, requireOperator } from '@parley/rpc';
import type { Ctx } from '../context.ts';
import { attachmentById } from '../db/attachments.ts';
import { findExport } from '../db/exports.ts';
import { imageByPath } from '../db/images.ts';
import { contentDisposition, servedType } from '../domain/content-type.ts';
import { select } from '../domain/range.ts';
import { readToken } from '../domain/temporary-token.ts';
import { mayHolderRead, noSuchFile, opened, readableFile } from '../files/access.ts';
import { thumbnailOf, thumbnailType } from '../images/thumbnails.ts';
import { externalPicture } from '../outside/pictures.ts';
import { readContent } from '../storage/content.ts';

type FileContentInfo = {
  contentId: string;
  contentType: string;
  sizeBytes: number;
  fileName: string;
  isPublic: boolean;
};

/**
 * Returns a file or a part of it.
 * @throws NOT_FOUND when the caller may not read it; UNAUTHORIZED instead for a visitor; ACCESS_DENIED when the
 * file is harmful or was not scanned yet; UNAVAILABLE when too many images or requests to other hosts wait
 */
export async function readFile(
  ctx: Ctx,
  request: ReadFileRequest,
  _bytes: Bytes,
  call: Call,
): Promise<ByteAnswer<ReadFileResponse>> {
  const content = await contentOf(ctx, request, call);
  const etag = `"${content.contentId}"`;
  const selection = select(content.sizeBytes, etag, request);
  const hasData = selection.status === 200 || selection.status === 206;
  const length = hasData ? selection.end - selection.start : 0;
  const size = content.sizeBytes;
  const response = ReadFileResponse.create({
    status: selection.status,
    contentType: servedType(content.contentType),
    contentDisposition: contentDisposition(content.contentType, content.fileName),
    etag,
    contentLength: length,
    contentRange:
      selection.status === 206
        ? `bytes ${selection.start}-${selection.end - 1}/${size}`
        : selection.status === 416
          ? `bytes */${size}`
          : '',
    isPublic: content.isPublic,
  });
  if (!hasData || request.headOnly) return { response };
  const chunks = readContent(ctx, content.contentId, selection.start, selection.end);
  return { response, bytes: { length, chunks } };
}

async function contentOf(ctx: Ctx, { file }: ReadFileRequest, call: Call): Promise<FileContentInfo> {
  switch (file?.$case) {
    case 'pathId':
      return { ...(await readableFile(ctx, file.pathId, call)), isPublic: false };
    case 'temporaryToken': {
      const { temporaryToken: token } = file;
      const access = withEitherKey(ctx.secretKeys, (key) => readToken(token, key, ctx.clock.now()));
      const found = access && (await attachmentById(ctx.db, access.attachmentId));
      if (!access || !found) throw noSuchFile();
      // A replica of the previous release names no holder. Its URLs expire a minute after its end.
      const { holder } = access;
      if (holder && !(await mayHolderRead(ctx, found, holder, call))) throw noSuchFile();
      return { ...opened(found), isPublic: false };
    }
    case 'thumbnail': {
      const original = await readableFile(ctx, file.thumbnail.pathId, call);
      const thumbnail = await thumbnailOf(ctx, original, file.thumbnail.format);
      const fileName = `${original.fileName}.webp`;
      return { ...thumbnail, contentType: thumbnailType, fileName, isPublic: false };
    }
    case 'imagePath': {
      const image = await imageByPath(ctx.db, file.imagePath);
      if (!image) throw noSuchFile();
      return { ...image, fileName: image.path.slice(image.path.lastIndexOf('/') + 1), isPublic: true };
    }
    case 'exportedAttachmentId': {
      // Only other services use this form. For clients, the gateway passes on paths and tokens.
      requireOperator(call);
      const found = await attachmentById(ctx.db, file.exportedAttachmentId);
      if (!found) throw noSuchFile();
      return { ...opened(found), isPublic: false };
    }
    case 'exportToken': {
      const { exportToken: token } = file;
      const access = withEitherKey(ctx.secretKeys, (key) => readArchiveToken(token, key, ctx.clock.now()));
      const found = access && (await findExport(ctx.db, access.exportId));
      if (!found) throw noSuchFile();
      const fileName = exportFileName(found.exportId);
      return { ...found, contentType: 'application/gzip', fileName, isPublic: false };
    }
    case 'externalPicture': {
      const picture = await externalPicture(ctx, file.externalPicture);
      return { ...picture, fileName: 'picture', isPublic: false };
    }
    default:
      throw noSuchFile();
  }
}
