import { randomBytes } from 'node:crypto';
import { errors, ParleyError, required } from '@parley/core';
import { OutsideError } from '@parley/outside';
import type { StoreImageRequest, StoreImageResponse } from '@parley/proto/upload/v1/files';
import { StoreImageRequest_Kind as Kind } from '@parley/proto/upload/v1/files';
import { type Call, requirePrincipal } from '@parley/rpc';
import { iconSizes, largeIconOf, limits, type UserId } from '@parley/rules';
import type { Ctx } from '../context.ts';
import { countImagesOfDay, insertImage } from '../db/images.ts';
import { foreign, type Rendition, renderImage } from '../images/render-image.ts';
import { requestPicture } from '../outside/request-picture.ts';
import { writeContent } from '../storage/content.ts';

const maxBytes = limits.imageMib * 1024 * 1024;
/** Of one person. An avatar counts as two. They are outside of the quota, and unshown ones stay. */
const maxOfDay = 1_000;

/**
 * Stores an image in the sizes in which clients show it, and discards the original.
 * @throws BAD_REQUEST for a file that is not an image, is too large, or cannot be loaded from `url`; RATE_LIMIT_HIT for too many images
 * of one person; UNAVAILABLE when too many images wait, or the host of `url` does not answer
 */
export async function storeImage(
  ctx: Ctx,
  { kind, content: given, url, importId }: StoreImageRequest,
  call: Call,
): Promise<StoreImageResponse> {
  const { userId: ownerId } = requirePrincipal(call);
  ctx.writeGuard.check();
  if (importId === undefined && (await countImagesOfDay(ctx.db, ownerId)) >= maxOfDay) {
    throw new ParleyError('RATE_LIMIT_HIT', 'You have uploaded too many images within a day.', {
      'retry-after': 3_600,
    });
  }
  const content = url === undefined ? given : await requestImage(ctx, url);
  const decoding = url === undefined ? undefined : foreign;
  if (content.length > maxBytes) throw errors.badRequest('The image is larger than 5 MiB.');
  const stem = `/user_avatars/1/${randomBytes(18).toString('hex')}`;
  switch (kind) {
    case Kind.AVATAR: {
      const [small, medium] = await Promise.all([
        renderImage(content, { width: 100, height: 100, fit: 'cover' }, decoding),
        renderImage(content, { width: 500, height: 500, fit: 'cover' }, decoding),
      ]);
      const path = await keep(ctx, `${stem}.png`, small, ownerId);
      return { path, mediumPath: await keep(ctx, `${stem}-medium.png`, medium, ownerId), stillPath: '' };
    }
    case Kind.EMOJI: {
      const size = { width: 64, height: 64, fit: 'contain' } as const;
      const whole = await renderImage(content, { ...size, keepsAnimation: true });
      const path = await keep(ctx, `${stem}${whole.isAnimated ? '.gif' : '.png'}`, whole, ownerId);
      if (!whole.isAnimated) return { path, mediumPath: '', stillPath: '' };
      const still = await keep(ctx, `${stem}-still.png`, await renderImage(content, size), ownerId);
      return { path, mediumPath: '', stillPath: still };
    }
    case Kind.ICON: {
      const path = `${stem}-icon.png`;
      const render = (side: number) =>
        renderImage(content, { width: side, height: side, fit: 'cover' }, decoding);
      const [small, large] = await Promise.all([render(iconSizes.small), render(iconSizes.large)]);
      // The large icon is stored first. Clients derive its path from that of the small icon, so it must exist when they learn
      // this path.
      await keep(ctx, required(largeIconOf(path), 'path of the large icon'), large, ownerId);
      return { path: await keep(ctx, path, small, ownerId), mediumPath: '', stillPath: '' };
    }
    case Kind.LOGO: {
      const logo = await renderImage(content, { width: 800, height: 100, fit: 'inside' }, decoding);
      return { path: await keep(ctx, `${stem}.png`, logo, ownerId), mediumPath: '', stillPath: '' };
    }
    default:
      throw errors.internal('This kind of image is unknown.');
  }
}

/** @throws BAD_REQUEST when it cannot be loaded, UNAVAILABLE when the host does not answer */
async function requestImage(ctx: Ctx, url: string): Promise<Buffer> {
  const failed = () => errors.badRequest('The picture at this address cannot be loaded.');
  if (!ctx.outside.isEnabled) throw failed();
  try {
    return await requestPicture(ctx, url, maxBytes);
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    ctx.logger.info({ reason: error.message }, 'a picture of another host cannot be stored');
    throw error.isUnanswered ? errors.unavailable() : failed();
  }
}

async function keep(
  ctx: Ctx,
  path: string,
  { bytes, contentType }: Rendition,
  ownerId: UserId,
): Promise<string> {
  await writeContent(ctx, bytes, async (tx, contentId) => {
    await insertImage(tx, { path, contentType, contentId, sizeBytes: bytes.length }, ownerId);
    return true;
  });
  return path;
}
