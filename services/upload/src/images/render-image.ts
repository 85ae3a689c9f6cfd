import { errors, Semaphore } from '@parley/core';
import sharp from 'sharp';

export type Rendition = { bytes: Buffer; contentType: string; isAnimated: boolean };

export type Shape = {
  width: number;
  height: number;
  /** `cover` cuts, `contain` adds transparent edges, `inside` keeps the proportions. */
  fit: 'cover' | 'contain' | 'inside';
  /** Animated images stay animated, as GIF. */
  keepsAnimation?: boolean;
};

/** Of all frames together; what is larger may be a small file that unpacks to gigabytes. */
const maxPixels = 40_000_000;
const maxFrames = 100;
const maxSeconds = 10;
const formats: ReadonlySet<string> = new Set(['png', 'jpeg', 'gif', 'webp', 'heif', 'tiff']);

/** Decoding takes memory: one at a time, and a queue with an end. */
const turns = new Semaphore(1, 50);
// Threads of an image's own; the service needs the rest.
sharp.concurrency(1);
sharp.cache(false);

/**
 * An image in another size, made anew from its pixels: nothing else that was in the file survives. PNG, or GIF
 * for an animation. @throws ParleyError when it is no image, or too large
 */
export async function renderImage(content: Uint8Array, shape: Shape): Promise<Rendition> {
  return await turns.run(async () => {
    try {
      const options = { limitInputPixels: maxPixels, failOn: 'error' } as const;
      const { format, pages = 1, width, height } = await sharp(content, options).metadata();
      if (!format || !formats.has(format)) throw new Error('no such format');
      if (pages > maxFrames || width * height * pages > maxPixels) throw new Error('too large');
      const isAnimated = pages > 1 && shape.keepsAnimation === true;
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
      const bytes = await (isAnimated ? resized.gif() : resized.png()).toBuffer();
      return { bytes, contentType: isAnimated ? 'image/gif' : 'image/png', isAnimated };
    } catch {
      throw errors.badRequest('Could not decode image; did you upload an image file?');
    }
  });
}
