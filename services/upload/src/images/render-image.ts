import { errors, errorText, ParleyError, QueueFullError, Semaphore } from '@parley/core';
import sharp from 'sharp';
import { type ImageFormat, imageFormatOf } from '../domain/image-format.ts';

export type Rendition = { bytes: Buffer; contentType: string; isAnimated: boolean };

export type Shape = {
  width: number;
  height: number;
  /** `cover` cuts off edges, `contain` adds transparent edges, `inside` keeps the proportions. */
  fit: 'cover' | 'contain' | 'inside';
  /** Default PNG. */
  format?: 'png' | 'webp';
  /** Whether animated images stay animated. They become GIF then. */
  keepsAnimation?: boolean;
};

/** Limits for decoding images of one origin. Each origin has its own queue, so that one does not delay the other. */
export type Decoding = {
  /** Decoding takes memory: one image at a time, off the event loop, with a bounded queue. */
  queue: Semaphore;
  formats: ReadonlySet<ImageFormat>;
  /** Maximum pixels of all decoded frames: a small file may decode to gigabytes. */
  maxPixels: number;
  /** Maximum frames of an image that stays animated; of others only the first frame is decoded. */
  maxFrames: number;
  maxSeconds: number;
};

/** Files of people who have an account. */
const uploaded: Decoding = {
  queue: new Semaphore(1, 50),
  formats: new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'heif', 'tiff']),
  maxPixels: 40_000_000,
  maxFrames: 100,
  maxSeconds: 10,
};

/** Pictures of other hosts. */
export const foreign: Decoding = {
  queue: new Semaphore(1, 20),
  formats: new Set(['png', 'jpeg', 'gif', 'webp', 'avif']),
  maxPixels: 16_000_000,
  maxFrames: 50,
  maxSeconds: 2,
};

sharp.concurrency(1);
sharp.cache(false);

/**
 * Renders an image in another size from its pixels. The result contains no other data of the file.
 * @throws ParleyError when it is not an image, or too large
 */
export async function renderImage(
  content: Uint8Array,
  shape: Shape,
  decoding: Decoding = uploaded,
): Promise<Rendition> {
  const { maxPixels, maxFrames, maxSeconds } = decoding;
  const tooLarge = () =>
    errors.badRequest(
      errorText('The image is too large (limit: {megapixels} million pixels, {frames} frames if animated).', {
        megapixels: maxPixels / 1e6,
        frames: maxFrames,
      }),
    );
  return await inTurn(decoding, async () => {
    try {
      const options = optionsFor(content, decoding);
      const { pages = 1, width, height } = await sharp(content, options).metadata();
      const isAnimated = pages > 1 && shape.keepsAnimation === true;
      const frames = isAnimated ? pages : 1;
      if (frames > maxFrames || width * height * frames > maxPixels) throw tooLarge();
      const resized = sharp(content, { ...options, animated: isAnimated })
        .timeout({ seconds: maxSeconds })
        .rotate()
        .resize({
          width: shape.width,
          height: shape.height,
          fit: shape.fit,
          background: { r: 0, g: 0, b: 0, alpha: 0 },
          withoutEnlargement: shape.fit === 'inside',
        });
      if (isAnimated) return { bytes: await resized.gif().toBuffer(), contentType: 'image/gif', isAnimated };
      const isWebp = shape.format === 'webp';
      const bytes = await (isWebp ? resized.webp() : resized.png()).toBuffer();
      return { bytes, contentType: isWebp ? 'image/webp' : 'image/png', isAnimated };
    } catch (error) {
      if (error instanceof ParleyError) throw error;
      if ((error as Error).message.includes('pixel limit')) throw tooLarge();
      throw errors.badRequest('Could not decode image; did you upload an image file?');
    }
  });
}

/** Returns the decoder's options. Checks the format first: no decoder sees other files. @throws Error */
function optionsFor(content: Uint8Array, { formats, maxPixels }: Decoding) {
  const format = imageFormatOf(content);
  if (!format || !formats.has(format)) throw new Error('unsupported format');
  return { limitInputPixels: maxPixels, failOn: 'error' } as const;
}

export type PixelSize = { width: number; height: number };

/**
 * Returns the displayed size of an image from the beginning of its file; undefined when the image cannot have
 * thumbnails.
 */
export async function measureImage(beginning: Uint8Array): Promise<PixelSize | undefined> {
  return await inTurn(uploaded, async () => {
    try {
      const {
        format,
        compression,
        width,
        height,
        orientation = 1,
      } = await sharp(beginning, optionsFor(beginning, uploaded)).metadata();
      if (width * height > uploaded.maxPixels) return undefined;
      // The decoder can read only the header of HEVC images, which phones create.
      if (format === 'heif' && compression !== 'av1') return undefined;
      return orientation >= 5 ? { width: height, height: width } : { width, height };
    } catch {
      return undefined;
    }
  });
}

async function inTurn<T>({ queue }: Decoding, task: () => Promise<T>): Promise<T> {
  try {
    return await queue.run(task);
  } catch (error) {
    throw error instanceof QueueFullError ? errors.unavailable() : error;
  }
}
