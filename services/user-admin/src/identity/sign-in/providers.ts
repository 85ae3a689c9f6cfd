import { errors, type SignInConfig } from '@parley/core';
import type { Scope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { createJwtProvider } from './jwt.ts';
import { createOidcProvider } from './oidc.ts';
import type { Provider } from './provider.ts';
import { createProxyProvider } from './proxy.ts';
import { createSamlProvider } from './saml.ts';

/**
 * Creates the configured identity providers, by method. They connect on their first use.
 * @throws ConfigError when the metadata or the key of a provider is invalid
 */
export function createProviders(
  { oidc, saml, jwt, proxy }: SignInConfig,
  publicUrl: string,
): ReadonlyMap<string, Provider> {
  const providers = [
    ...oidc.map((config) => createOidcProvider(config, publicUrl)),
    ...saml.map((config, at) => createSamlProvider(config, publicUrl, `saml[${at}]`)),
    ...jwt.map((config, at) => createJwtProvider(config, publicUrl, `jwt[${at}]`)),
    ...(proxy ? [createProxyProvider(proxy, publicUrl)] : []),
  ];
  return new Map(providers.map((provider) => [provider.method, provider]));
}

/**
 * Returns a provider with which people may sign in.
 * @throws NOT_FOUND when no provider has this method, or when an owner has switched it off
 */
export async function requireEnabledProvider(
  ctx: Pick<Ctx, 'providers'>,
  scope: Scope,
  method: string,
): Promise<Provider> {
  const provider = requireProvider(ctx, method);
  if (!(await scope.settings()).authentication_methods[method]) throw noSuchProvider();
  return provider;
}

/** Returns a provider by its method. @throws NOT_FOUND when there is none */
export function requireProvider({ providers }: Pick<Ctx, 'providers'>, method: string): Provider {
  const provider = providers.get(method);
  if (!provider) throw noSuchProvider();
  return provider;
}

const noSuchProvider = () => errors.notFound('There is no such identity provider.');
