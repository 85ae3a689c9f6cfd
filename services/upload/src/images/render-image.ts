import { errors, errorText, ParleyError, QueueFullError, Semaphore } from '@parley/core';
import sharp from 'sharp';

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

/** Maximum number of pixels of all decoded frames, because a small file may decode to gigabytes. */
const maxPixels = 40_000_000;
/** Maximum number of frames of an image that stays animated. Of other images only the first frame is decoded. */
const maxFrames = 100;
const maxSeconds = 10;
const formats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'heif', 'tiff']);

/** Decoding takes much memory, so one image is decoded at a time, outside of the event loop. The queue is bounded. */
const decoding = new Semaphore(1, 50);
sharp.concurrency(1);
sharp.cache(false);

const options = { limitInputPixels: maxPixels, failOn: 'error' } as const;

/**
 * Renders an image in another size from its pixels. The result contains no other data of the file.
 * @throws ParleyError when it is not an image, or too large
 */
export async function renderImage(content: Uint8Array, shape: Shape): Promise<Rendition> {
  return await withDecoder(async () => {
    try {
      const { format, pages = 1, width, height } = await sharp(content, options).metadata();
      if (!format || !formats.has(format)) throw new Error('unsupported format');
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

const tooLarge = () =>
  errors.badRequest(
    errorText('The image is too large (limit: {megapixels} million pixels, {frames} frames if animated).', {
      megapixels: maxPixels / 1e6,
      frames: maxFrames,
    }),
  );

export type PixelSize = { width: number; height: number };

/**
 * Returns the displayed size of an image from the beginning of its file; undefined when the image cannot have
 * thumbnails.
 */
export async function measureImage(beginning: Uint8Array): Promise<PixelSize | undefined> {
  return await withDecoder(async () => {
    try {
      const {
        format,
        compression,
        width,
        height,
        orientation = 1,
      } = await sharp(beginning, options).metadata();
      if (!format || !formats.has(format) || width * height > maxPixels) return undefined;
      // Of HEVC images, which phones create, the decoder can read only the header.
      if (format === 'heif' && compression !== 'av1') return undefined;
      return orientation >= 5 ? { width: height, height: width } : { width, height };
    } catch {
      return undefined;
    }
  });
}

async function withDecoder<T>(task: () => Promise<T>): Promise<T> {
  try {
    return await decoding.run(task);
  } catch (error) {
    throw error instanceof QueueFullError ? errors.unavailable() : error;
  }
}
