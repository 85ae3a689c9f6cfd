import { partBefore } from '@parley/core';
import { create } from 'content-disposition';
import { Mime } from 'mime';
import otherTypes from 'mime/types/other.js';
import standardTypes from 'mime/types/standard.js';

const byExtension = new Mime(standardTypes, otherTypes).define(
  {
    'audio/flac': ['flac'],
    // These extensions are registered for other types, but such files are mostly source code or notes.
    'text/plain': ['ts', 'mts', 'rs', 'org'],
  },
  true,
);

/** Types that a browser may display inside a page, because they cannot contain scripts that run. */
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
 * Returns the type with which a file is served: the client's type without parameters, or else the type of the name's extension.
 * A part of a form without a type counts as `text/plain` (RFC 7578, 4.4). So for this type, the extension may decide otherwise.
 */
export function contentTypeOf(given: string, fileName: string): string {
  const type = partBefore(given, ';').trim().toLowerCase();
  const isSaid = typePattern.test(type) && type !== unknown;
  if (isSaid && type !== 'text/plain') return type;
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1);
  return byExtension.getType(extension) ?? (isSaid ? type : unknown);
}

/** RFC 6266: `inline` for safe types, otherwise `attachment`, with the name in ASCII and encoded. */
export const contentDisposition = (contentType: string, fileName: string): string =>
  create(fileName, { type: inlineTypes.has(contentType) ? 'inline' : 'attachment' });

/** Returns the value of the header Content-Type. For plain text it includes the encoding UTF-8. */
export const servedType = (contentType: string): string =>
  contentType === 'text/plain' ? 'text/plain; charset=utf-8' : contentType;
