import { errors, ParleyError, required } from '@parley/core';
import { thumbnailFormats } from '@parley/rules';
import type { Ctx } from '../context.ts';
import type { AttachmentRow } from '../db/attachments.ts';
import { findThumbnail, insertThumbnail, type ThumbnailRow } from '../db/thumbnails.ts';
import { urlOf } from '../domain/file-name.ts';
import { noSuchFile } from '../files/access.ts';
import { readContent, writeContent } from '../storage/content.ts';
import { drawMissing, measureImage, type PixelSize, renderImage } from './render-image.ts';

const formats: ReadonlyMap<string, PixelSize> = new Map(
  thumbnailFormats.map(({ name, maxWidth, maxHeight }) => [name, { width: maxWidth, height: maxHeight }]),
);
const shownFormat = thumbnailFormats[0].name;

const maxSourceBytes = 30 * 1024 * 1024;
/** Number of bytes at the beginning of a file in which the size of the image is expected. */
const beginningBytes = 512 * 1024;

export const thumbnailType = 'image/webp';

const isImage = (contentType: string): boolean =>
  contentType.startsWith('image/') && contentType !== 'image/svg+xml';

export async function imageSizeOf(
  ctx: Ctx,
  { contentId, contentType, sizeBytes }: Pick<AttachmentRow, 'contentId' | 'contentType' | 'sizeBytes'>,
): Promise<PixelSize | undefined> {
  if (!isImage(contentType) || sizeBytes === 0 || sizeBytes > maxSourceBytes) return undefined;
  return await measureImage(await bytesOf(ctx, contentId, Math.min(sizeBytes, beginningBytes)));
}

export const thumbnailUrl = ({ pathId }: Pick<AttachmentRow, 'pathId'>): string =>
  `${urlOf(pathId).replace('/user_uploads/', '/user_uploads/thumbnail/')}/${shownFormat}`;

/** The first request creates it. @throws NOT_FOUND without thumbnails or format; UNAVAILABLE when too many wait */
export async function thumbnailOf(ctx: Ctx, file: AttachmentRow, format: string): Promise<ThumbnailRow> {
  const size = formats.get(format);
  if (!size || file.width === null) throw noSuchFile();
  const before = await findThumbnail(ctx.db, file.attachmentId, format);
  return (
    before ?? (await onceAtATime(ctx, `${file.attachmentId} ${format}`, () => make(ctx, file, format, size)))
  );
}

/** Many readers of a channel request its newest image at the same time, so they share the work. */
const inProgress = new WeakMap<Ctx, Map<string, Promise<ThumbnailRow>>>();

/** Creates a thumbnail. When it is already being created, waits for that. */
function onceAtATime(ctx: Ctx, name: string, makeIt: () => Promise<ThumbnailRow>): Promise<ThumbnailRow> {
  const own = inProgress.get(ctx) ?? new Map<string, Promise<ThumbnailRow>>();
  inProgress.set(ctx, own);
  let making = own.get(name);
  if (!making) {
    making = makeIt().finally(() => own.delete(name));
    own.set(name, making);
  }
  return making;
}

async function make(ctx: Ctx, file: AttachmentRow, format: string, size: PixelSize): Promise<ThumbnailRow> {
  const before = await findThumbnail(ctx.db, file.attachmentId, format);
  if (before) return before;
  const content = await bytesOf(ctx, file.contentId, file.sizeBytes);
  const bytes = await drawThumbnail(content, file, size);
  await writeContent(ctx, bytes, (tx, contentId) =>
    insertThumbnail(tx, file.attachmentId, format, { contentId, sizeBytes: bytes.length }),
  );
  const made = await findThumbnail(ctx.db, file.attachmentId, format);
  if (!made) throw noSuchFile();
  return made;
}

/**
 * Draws a thumbnail. Only the header of a file is read when it arrives, and messages that link it show a preview for ever. So a file
 * that is damaged after the header has a thumbnail, too: of the part that can be decoded, or an empty one.
 * @throws UNAVAILABLE when too many images wait
 */
async function drawThumbnail(
  content: Buffer,
  { width, height }: AttachmentRow,
  size: PixelSize,
): Promise<Buffer> {
  for (const isPartFine of [false, true]) {
    try {
      return (await renderImage(content, { ...size, fit: 'inside', format: 'webp', isPartFine })).bytes;
    } catch (error) {
      if (!(error instanceof ParleyError) || error.status >= 500) throw error;
    }
  }
  return await drawMissing(
    { width: required(width, 'width of an image'), height: required(height, 'height of an image') },
    size,
  );
}

async function bytesOf(ctx: Ctx, contentId: string, length: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of readContent(ctx, contentId, 0, length)) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  if (bytes.length !== length) throw errors.internal('A file has fewer bytes than its row says.');
  return bytes;
}
