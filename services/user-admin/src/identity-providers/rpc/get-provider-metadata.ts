import { errors } from '@parley/core';
import type {
  GetProviderMetadataRequest,
  GetProviderMetadataResponse,
} from '@parley/proto/useradmin/v1/sign_in';
import type { Ctx } from '../context.ts';
import { requireProvider } from '../providers.ts';

/** Returns the XML document that describes this server to a SAML provider. @throws NOT_FOUND for other providers */
export async function getProviderMetadata(
  ctx: Ctx,
  { method }: GetProviderMetadataRequest,
): Promise<GetProviderMetadataResponse> {
  const xml = requireProvider(ctx, method).metadata?.();
  if (xml === undefined) throw errors.notFound();
  return { xml };
}
