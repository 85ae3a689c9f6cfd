/** Image formats that this service may decode. */
export type ImageFormat = 'png' | 'jpeg' | 'gif' | 'webp' | 'avif' | 'heif' | 'tiff';

/** Brands in ISO base media files (ISO/IEC 14496-12, 4.3), such as AVIF and HEIC, with the image format that they stand for. */
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
 * Returns the image format that the first bytes of a file show
 * (https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern). The declared type and the name do not matter. Undefined
 * for everything else, for example SVG.
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
