import type { Ctx } from '../context.ts';
import { guardedFetch } from './guarded-fetch.ts';

const isWantedType = (type: string): boolean => type.startsWith('image/') && !type.includes('svg');

/** Requests a picture at another host and returns its file. @throws OutsideError when this fails */
export async function requestPicture(ctx: Ctx, url: string, maxBytes: number): Promise<Buffer> {
  const { body } = await guardedFetch(url, { maxBytes, isWantedType, accept: 'image/*' }, ctx.outside);
  return body;
}
