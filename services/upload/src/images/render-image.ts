import { errorMessage, errors, errorText, ParleyError, QueueFullError, Semaphore } from '@parley/core';
import sharp from 'sharp';
import { type ImageFormat, imageFormatOf } from '../domain/image-format.ts';

export type Rendition = { bytes: Buffer; contentType: string; isAnimated: boolean };

export type Shape = {
  width: number;
  height: number;
  /** `cover` cuts off edges, `contain` adds transparent edges, `inside` keeps the proportions. */
  fit: 'cover' | 'contain' | 'inside';
  /** Output format. Default `png`. */
  format?: 'png' | 'webp';
  /** Whether an animated image stays animated. The result is then a GIF, whatever `format` is. */
  keepsAnimation?: boolean;
  /** Whether a damaged image is drawn as far as it can be decoded, as browsers do. Otherwise it is refused. */
  isPartFine?: boolean;
};

/** Limits for decoding images from one source. Each source has its own queue, so that they do not delay each other. */
export type Decoding = {
  /** Limits decoding to one image at a time, because it takes much memory. The queue has a maximum length. */
  queue: Semaphore;
  formats: ReadonlySet<ImageFormat>;
  /** Maximum number of pixels in all decoded frames. A small file may decode to gigabytes. */
  maxPixels: number;
  /** Maximum number of frames of an image that stays animated. Of other images only the first frame is decoded. */
  maxFrames: number;
  maxSeconds: number;
};

/** Limits for files that people with an account upload. */
const uploaded: Decoding = {
  queue: new Semaphore(1, 50),
  formats: new Set(['png', 'jpeg', 'gif', 'webp', 'avif', 'heif', 'tiff']),
  maxPixels: 40_000_000,
  maxFrames: 100,
  maxSeconds: 10,
};

/** Lower than for uploads, because nobody with an account answers for these files. */
export const foreign: Decoding = {
  queue: new Semaphore(1, 20),
  formats: new Set(['png', 'jpeg', 'gif', 'webp', 'avif']),
  maxPixels: 16_000_000,
  maxFrames: 50,
  maxSeconds: 2,
};

sharp.concurrency(1);
sharp.cache(false);

/** Drawn from the pixels. @throws BAD_REQUEST for no image, too large or slow ones; UNAVAILABLE for too many */
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
      const options = {
        ...optionsFor(content, decoding),
        ...(shape.isPartFine && ({ failOn: 'none' } as const)),
      };
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
      if (errorMessage(error).includes('pixel limit')) throw tooLarge();
      throw errors.badRequest('Could not decode image; did you upload an image file?');
    }
  });
}

/** Checks the format first, so that the decoder gets only allowed ones. @throws Error for another format */
function optionsFor(content: Uint8Array, { formats, maxPixels }: Decoding) {
  const format = imageFormatOf(content);
  if (!format || !formats.has(format)) throw new Error('unsupported format');
  return { limitInputPixels: maxPixels, failOn: 'error' } as const;
}

/** Draws an empty gray area. It stands for an image of the given size of which nothing can be decoded. */
export async function drawMissing({ width, height }: PixelSize, within: PixelSize): Promise<Buffer> {
  const scale = Math.min(1, within.width / width, within.height / height);
  const size = {
    width: Math.max(1, Math.round(width * scale)),
    height: Math.max(1, Math.round(height * scale)),
  };
  return await sharp({ create: { ...size, channels: 3, background: '#b8bcc2' } })
    .webp()
    .toBuffer();
}

export type PixelSize = { width: number; height: number };

/** From the beginning of its file; undefined without thumbnails. @throws UNAVAILABLE when too many images wait */
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
      // Of HEVC images, which phones create, the decoder can read only the header.
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
