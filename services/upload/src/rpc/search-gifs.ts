import { errors, externalPicturePath, hasKey } from '@parley/core';
import { OutsideError } from '@parley/outside';
import type { Gif, SearchGifsRequest, SearchGifsResponse } from '@parley/proto/upload/v1/gifs';
import type { Ctx } from '../context.ts';
import {
  type FoundGif,
  type GifQuery,
  gifSearchAddress,
  isGifRating,
  parseGifs,
} from '../domain/gif-providers.ts';
import { guardedFetch } from '../outside/guarded-fetch.ts';
import { requestOnce } from '../outside/request-once.ts';

/** Maximum size of an answer in bytes. */
const maxBytes = 1024 * 1024;
const maxQuery = 100;

/**
 * Searches GIFs at a provider, which learns only the query: neither who asks, nor who looks at the small animations, which this server
 * fetches (`/external_content/…`).
 * @throws BAD_REQUEST when the provider is not configured, or the rating is not one; UNAVAILABLE when the provider does not answer
 */
export async function searchGifs(ctx: Ctx, request: SearchGifsRequest): Promise<SearchGifsResponse> {
  const name = request.provider;
  const isKnown = hasKey(ctx.gifs, name);
  const provider = isKnown ? ctx.gifs[name] : undefined;
  if (!isKnown || !provider || !isGifRating(request.rating))
    throw errors.badRequest('This provider of GIFs is not configured.');
  const query: GifQuery = {
    query: request.query.trim().slice(0, maxQuery).toWellFormed(),
    rating: request.rating,
    language: /^[a-z]{2}$/.test(request.language) ? request.language : '',
    position: request.position,
  };
  const address = gifSearchAddress(name, provider, query).href;
  try {
    const answer = await requestOnce(ctx, 'page', address, () => fetchAnswer(ctx, address));
    const { gifs, nextPosition } = parseGifs(name, answer, query);
    return { gifs: gifs.flatMap((gif) => shown(gif, ctx.secretKey)), nextPosition };
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error;
    ctx.logger.warn({ err: error, provider: name }, 'a search for GIFs failed');
    throw errors.unavailable('The provider of GIFs does not answer. Please try again.');
  }
}

async function fetchAnswer(ctx: Ctx, address: string): Promise<unknown> {
  const wanted = {
    maxBytes,
    isWantedType: (type: string) => type === 'application/json',
    accept: 'application/json',
  };
  const { body } = await guardedFetch(address, wanted, ctx.outside);
  try {
    return JSON.parse(body.toString());
  } catch (cause) {
    throw new OutsideError('not JSON', { cause });
  }
}

/** Returns a GIF as clients see it; nothing if this server cannot fetch its small animation. */
function shown({ title, url, preview }: FoundGif, key: string): Gif[] {
  const previewPath = externalPicturePath(preview.url, key);
  return previewPath === undefined
    ? []
    : [{ title, url, previewPath, width: preview.width, height: preview.height }];
}
