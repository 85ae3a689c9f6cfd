import type { Ctx } from '../context.ts';
import { guardedFetch } from './guarded-fetch.ts';

const isWantedType = (type: string): boolean => type.startsWith('image/') && !type.includes('svg');

/** Requests the file of a picture at another host. @throws OutsideError */
export async function requestPicture(ctx: Ctx, url: string, maxBytes: number): Promise<Buffer> {
  const { body } = await guardedFetch(url, { maxBytes, isWantedType, accept: 'image/*' }, ctx.outside);
  return body;
}
