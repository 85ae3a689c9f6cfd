import { errors } from '@parley/core';
import type {
  GetProviderMetadataRequest,
  GetProviderMetadataResponse,
} from '@parley/proto/useradmin/v1/sign_in';
import type { Ctx } from '../../context.ts';
import { requireProvider } from '../../sign-in/providers.ts';

/** Returns the document by which a provider learns about this server. @throws NOT_FOUND */
export async function getProviderMetadata(
  ctx: Ctx,
  { method }: GetProviderMetadataRequest,
): Promise<GetProviderMetadataResponse> {
  const { metadata } = requireProvider(ctx, method);
  if (!metadata) throw errors.notFound();
  return { xml: metadata() };
}
