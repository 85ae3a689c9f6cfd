/** Content types by file name extension, for files whose client names none. */
const byExtension: Readonly<Record<string, string>> = {
  avif: 'image/avif',
  bmp: 'image/bmp',
  css: 'text/css',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  flac: 'audio/flac',
  gif: 'image/gif',
  gz: 'application/gzip',
  heic: 'image/heic',
  html: 'text/html',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  js: 'text/javascript',
  json: 'application/json',
  log: 'text/plain',
  m4a: 'audio/mp4',
  md: 'text/markdown',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  mp4: 'video/mp4',
  odp: 'application/vnd.oasis.opendocument.presentation',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  ogg: 'audio/ogg',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  svg: 'image/svg+xml',
  tar: 'application/x-tar',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain',
  wav: 'audio/wav',
  webm: 'video/webm',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
};

/** Types a browser may show in place: none of them can hold a script that runs. */
const inlineTypes: ReadonlySet<string> = new Set([
  'image/avif',
  'image/bmp',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/tiff',
  'image/webp',
  'audio/flac',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/ogg',
  'video/webm',
  'text/plain',
]);

const unknown = 'application/octet-stream';
const typePattern = /^[a-z0-9][a-z0-9!#$&^_.+-]{0,60}\/[a-z0-9][a-z0-9!#$&^_.+-]{0,100}$/;

/**
 * Returns the type with which a file is served: the client's type without parameters, otherwise the type of the name's
 * extension. In a form, a part without a type is text (RFC 7578, 4.4); there the extension counts if it names another
 * type.
 */
export function contentTypeOf(given: string, fileName: string): string {
  const type = given.split(';', 1)[0]!.trim().toLowerCase();
  const isSaid = typePattern.test(type) && type !== unknown;
  if (isSaid && type !== 'text/plain') return type;
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase();
  const named = Object.hasOwn(byExtension, extension) ? byExtension[extension] : undefined;
  return named ?? (isSaid ? type : unknown);
}

/** Returns the header field: `inline` for the few safe types; the name in plain and in encoded form (RFC 6266). */
export function contentDisposition(contentType: string, fileName: string): string {
  const kind = inlineTypes.has(contentType) ? 'inline' : 'attachment';
  const plain = fileName.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

/** Returns the field's value: text types declare UTF-8. */
export const servedType = (contentType: string): string =>
  contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType;
