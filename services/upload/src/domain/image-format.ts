/** Formats of pictures that may be decoded. */
export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'heif' | 'tiff';

/** Brands of ISO base media files (ISO/IEC 14496-12, 4.3) that hold pictures. */
const brands: Readonly<Record<string, ImageFormat>> = {
  avif: 'avif',
  avis: 'avif',
  heic: 'heif',
  heix: 'heif',
  heim: 'heif',
  heis: 'heif',
  hevc: 'heif',
  hevx: 'heif',
  mif1: 'heif',
  msf1: 'heif',
};

/**
 * Returns the format of a picture by its first bytes
 * (https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern). A declared type or a name does not count.
 * Undefined for everything else, for example SVG.
 */
export function imageFormatOf(content: Uint8Array): ImageFormat | undefined {
  const start = Buffer.from(content.buffer, content.byteOffset, Math.min(content.length, 16)).toString(
    'latin1',
  );
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (start.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(start)) return 'gif';
  if (/^RIFF.{4}WEBPVP/s.test(start)) return 'webp';
  if (/^(?:II\*\0|MM\0\*)/.test(start)) return 'tiff';
  return start.slice(4, 8) === 'ftyp' ? brands[start.slice(8, 12)] : undefined;
}
