import { OutsideError } from '@parley/outside';
import type { Ctx } from '../context.ts';
import { guardedFetch } from './guarded-fetch.ts';

/** Maximum size of a video in bytes. It is stored as a whole before readers receive it. */
const maxBytes = 20 * 1024 * 1024;

/** Other hosts often do not know the type of their files, so the beginning of the file decides. */
const isWantedType = (type: string): boolean => /^(?:video\/.*|application\/octet-stream|)$/.test(type);

/** Returns whether a URL is the address of a video that browsers play. */
export const isVideoUrl = (url: string): boolean =>
  URL.canParse(url) && /\.(?:mp4|webm)$/i.test(new URL(url).pathname);

/** Passed on unchanged, with one of two types in which browsers run no scripts. @throws OutsideError */
export async function requestVideo(ctx: Ctx, url: string): Promise<{ bytes: Buffer; contentType: string }> {
  const wanted = { maxBytes, isWantedType, accept: 'video/mp4, video/webm' };
  const { body } = await guardedFetch(url, wanted, ctx.outside);
  const contentType = typeOf(body);
  if (contentType === undefined) throw new OutsideError('not a video');
  return { bytes: body, contentType };
}

/** Returns the type of a video by its first bytes: the box `ftyp` of MP4 (ISO/IEC 14496-12, 4.3), or the header of EBML (RFC 8794). */
function typeOf(file: Buffer): string | undefined {
  if (file.toString('latin1', 4, 8) === 'ftyp') return 'video/mp4';
  return file.toString('hex', 0, 4) === '1a45dfa3' ? 'video/webm' : undefined;
}
