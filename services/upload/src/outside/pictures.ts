import { createHash } from 'node:crypto';
import { bestEffort, readExternalPicture, withEitherKey } from '@parley/core';
import { OutsideError } from '@parley/outside';
import type { Ctx } from '../context.ts';
import { findPicture, type PictureRow, storePicture } from '../db/pictures.ts';
import { noSuchFile } from '../files/access.ts';
import { foreign, type Rendition, renderImage } from '../images/render-image.ts';
import { writeContent } from '../storage/content.ts';
import { requestOnce } from './request-once.ts';
import { requestPicture } from './request-picture.ts';
import { isVideoUrl, requestVideo } from './request-video.ts';
import { limitPictures } from './trim-pictures.ts';

/** Maximum size of a picture in bytes, both as received and as stored. */
const maxBytes = 10 * 1024 * 1024;
/** The form in which pictures are stored: larger ones are reduced, and animations stay animated. */
const shape = { width: 1_200, height: 1_200, fit: 'inside', format: 'webp', keepsAnimation: true } as const;
/** How long a stored picture is served before it is requested again, in milliseconds. */
const lifetimeMs = 7 * 24 * 3_600_000;

/**
 * Returns a picture or video of another host. `signed` is the signed part of its path on this server. The file is requested once
 * for all readers. Pictures are decoded and drawn again, so that readers receive only their pixels.
 * @throws NOT_FOUND when the signature is wrong, the picture cannot be loaded, or requests to other hosts are disabled;
 * UNAVAILABLE when too many requests or images wait, or the request waited too long
 */
export async function externalPicture(ctx: Ctx, signed: string): Promise<PictureRow> {
  const url = ctx.outside.isEnabled
    ? withEitherKey(ctx.secretKeys, (key) => readExternalPicture(signed, key))
    : undefined;
  if (url === undefined) throw noSuchFile();
  const key = createHash('sha256').update(url).digest('hex');
  const stored = await currentPicture(ctx, key);
  if (stored) return stored;
  try {
    // Looks again, because another reader's request may have stored the picture meanwhile.
    return await requestOnce(
      ctx,
      'picture',
      url,
      async () => (await currentPicture(ctx, key)) ?? (await fetchPicture(ctx, key, url)),
    );
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    ctx.logger.debug({ err: error }, 'a picture of another host cannot be shown');
    throw noSuchFile();
  }
}

async function currentPicture(ctx: Ctx, key: string): Promise<PictureRow | undefined> {
  const stored = await findPicture(ctx.db, key);
  return stored && stored.expiresAt.getTime() > ctx.clock.now() ? stored : undefined;
}

async function fetchPicture(ctx: Ctx, key: string, url: string): Promise<PictureRow> {
  const { bytes, contentType } = isVideoUrl(url)
    ? await requestVideo(ctx, url)
    : await draw(await requestPicture(ctx, url, maxBytes));
  const expiresAt = new Date(ctx.clock.now() + lifetimeMs);
  await writeContent(ctx, bytes, (tx, contentId) =>
    storePicture(tx, key, { contentId, contentType, sizeBytes: bytes.length, expiresAt }),
  );
  const stored = await findPicture(ctx.db, key);
  if (!stored) throw noSuchFile();
  await bestEffort(ctx.logger, 'stored pictures of other hosts could not be limited', () =>
    limitPictures(ctx),
  );
  return stored;
}

async function draw(file: Buffer): Promise<Rendition> {
  const rendition = await renderImage(file, shape, foreign).catch((error: { status?: number }) => {
    throw error.status === 400 ? new OutsideError('not a picture', { cause: error }) : error;
  });
  if (rendition.bytes.length > maxBytes) throw new OutsideError('too large when drawn');
  return rendition;
}
