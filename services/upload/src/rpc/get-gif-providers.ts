import type { GetGifProvidersRequest, GetGifProvidersResponse } from '@parley/proto/upload/v1/gifs';
import type { Ctx } from '../context.ts';

/** Returns the names of the providers of GIFs for which there is a key. The keys never leave this service. */
export const getGifProviders = async (
  ctx: Ctx,
  _request: GetGifProvidersRequest,
): Promise<GetGifProvidersResponse> => ({ providers: Object.keys(ctx.gifs) });
