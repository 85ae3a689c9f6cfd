import { errors, type SignInConfig } from '@parley/core';
import type { DbScope } from '../kernel/scope.ts';
import type { Ctx } from './context.ts';
import { issuerOf, JwtProvider } from './jwt.ts';
import { OidcProvider } from './oidc.ts';
import type { Provider } from './provider.ts';
import { refused } from './provider-request.ts';
import { createProxyProvider } from './proxy.ts';
import { SamlProvider } from './saml.ts';

/** By method; they connect on first use. @throws ConfigError for invalid metadata or keys */
export function createProviders(
  { oidc, saml, jwt, proxy }: SignInConfig,
  publicUrl: string,
): ReadonlyMap<string, Provider> {
  const providers = [
    ...oidc.map((config) => new OidcProvider(config, publicUrl)),
    ...saml.map((config, at) => new SamlProvider(config, publicUrl, `saml[${at}]`)),
    ...jwt.map((config, at) => new JwtProvider(config, publicUrl, `jwt[${at}]`)),
    ...(proxy ? [createProxyProvider(proxy, publicUrl)] : []),
  ];
  return new Map(providers.map((provider) => [provider.method, provider]));
}

/** @throws NOT_FOUND when no provider has this method, or when an owner has switched it off */
export async function requireEnabledProvider(
  ctx: Pick<Ctx, 'providers'>,
  scope: DbScope,
  method: string,
): Promise<Provider> {
  const provider = requireProvider(ctx, method);
  if (!(await scope.settings()).authentication_methods[method]) throw noSuchProvider();
  return provider;
}

type KeyTokenProvider = Provider & { readonly keyTokens: NonNullable<Provider['keyTokens']> };

const givesKeys = (provider: Provider): provider is KeyTokenProvider => provider.keyTokens !== undefined;

/**
 * Returns the provider whose tokens open API keys and who has issued a token, as the token says. The caller verifies the token.
 * @throws BAD_REQUEST when no provider permits it; AUTHENTICATION_FAILED when the token is of another issuer, or none at all
 */
export async function keyTokenProvider(
  { providers }: Pick<Ctx, 'providers'>,
  scope: DbScope,
  token: string,
): Promise<KeyTokenProvider> {
  const { authentication_methods: enabled } = await scope.settings();
  const open = [...providers.values()].filter(givesKeys).filter(({ method }) => enabled[method]);
  if (open.length === 0) throw errors.badRequest('This organization gives no API keys for tokens (JWT).');
  const issuer = issuerOf(token);
  const found = open.find(({ keyTokens }) => keyTokens.issuer === issuer);
  if (!found) throw refused('The token is of another issuer.');
  return found;
}

/** Returns a provider by its method. @throws NOT_FOUND when there is none */
export function requireProvider({ providers }: Pick<Ctx, 'providers'>, method: string): Provider {
  const provider = providers.get(method);
  if (!provider) throw noSuchProvider();
  return provider;
}

const noSuchProvider = () => errors.notFound('There is no such identity provider.');
