import { type OidcConfig, ParleyError } from '@parley/core';
import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch, jwtVerify } from 'jose';
import * as client from 'openid-client';
import type { Memory, VerifiedSignIn } from '../access/domain/external-identity.ts';
import { groupNames, profileValues, withUserInfo } from '../access/domain/external-identity.ts';
import { pictureAddress } from '../accounts/domain/provider-picture.ts';
import type { LogoutRequest, Provider } from './provider.ts';
import { providerTimeoutMs, providerUnavailable, refused, requestProvider } from './provider-request.ts';

/** Time for which the provider's metadata are cached, in milliseconds. */
const metadataAgeMs = 10 * 60_000;
/** Time for which the provider's keys are cached, in seconds. An unknown key causes an immediate reload. */
const keysAgeSeconds = 290;
/** Minimum age of cached keys at which the library reloads them for an unknown key, in seconds. */
const libraryWaitsSeconds = 61;

const logoutEvent = 'http://schemas.openid.net/event/backchannel-logout';

type Found = { server: client.ServerMetadata; logoutKeys: JWTVerifyGetKey; until: number };
type Keys = { jwks: client.JWKS; fetchedAt: number };

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

/** Uses the code flow with PKCE, state and nonce, and checks the issuer of each ID token. */
export function createOidcProvider(config: OidcConfig, publicUrl: string): Provider {
  const method = `oidc:${config.id}`;
  const redirectUri = `${publicUrl}/complete/oidc/${config.id}`;
  const isInsecure = config.issuer.startsWith('http:');
  let found: Promise<Found> | undefined;
  let keys: Keys | undefined;

  const authentication = () => (config.clientSecret === undefined ? client.None() : undefined);
  const metadata = {
    ...(config.clientSecret !== undefined && { client_secret: config.clientSecret }),
    [client.clockTolerance]: config.clockSkewSeconds,
  };
  const prepare = (configuration: client.Configuration) => {
    if (isInsecure) client.allowInsecureRequests(configuration);
  };

  async function discover(): Promise<Found> {
    const discovered = await client.discovery(
      new URL(config.issuer),
      config.clientId,
      metadata,
      authentication(),
      { execute: isInsecure ? [client.allowInsecureRequests] : [], [client.customFetch]: fetchFrom },
    );
    const server = discovered.serverMetadata();
    if (server.jwks_uri === undefined) throw new Error('The provider names no keys.');
    const logoutKeys = createRemoteJWKSet(new URL(server.jwks_uri), {
      cooldownDuration: 5_000,
      timeoutDuration: providerTimeoutMs,
      [joseFetch]: fetchFrom,
    });
    return { server, logoutKeys, until: performance.now() + metadataAgeMs };
  }

  /** Returns the provider's metadata, from the cache if possible. A failure is not cached. */
  async function provider(): Promise<Found> {
    const current = await found?.catch(() => undefined);
    if (current && performance.now() < current.until) return current;
    const next = discover();
    found = next;
    return next.catch((error: unknown) => {
      if (found === next) found = undefined;
      throw providerUnavailable(error);
    });
  }

  /** Makes cached keys look old enough that the library reloads them at once for an unknown key. */
  async function configure(): Promise<client.Configuration> {
    const { server } = await provider();
    const configuration = new client.Configuration(server, config.clientId, metadata, authentication());
    configuration[client.customFetch] = fetchFrom;
    prepare(configuration);
    client.enableNonRepudiationChecks(configuration);
    if (keys && nowSeconds() - keys.fetchedAt < keysAgeSeconds) {
      const uat = Math.min(keys.fetchedAt, nowSeconds() - libraryWaitsSeconds);
      client.setJwksCache(configuration, { jwks: keys.jwks, uat });
    }
    return configuration;
  }

  function rememberKeys(configuration: client.Configuration): void {
    const used = client.getJwksCache(configuration);
    if (used && nowSeconds() - used.uat < libraryWaitsSeconds)
      keys = { jwks: used.jwks, fetchedAt: used.uat };
  }

  /**
   * Returns the claims about the person. If the ID token lacks the address, its verification, groups or profile fields, also
   * reads the userinfo endpoint, because some providers such as Okta send only few claims in the ID token.
   */
  async function claimsOf(
    configuration: client.Configuration,
    tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
  ): Promise<Readonly<Record<string, unknown>> & { sub: string }> {
    const claims = tokens.claims()!;
    const wanted = [
      config.attributes.email,
      ...(config.trustEmail ? [] : ['email_verified']),
      ...(config.groups ? [config.groups.claim] : []),
      ...Object.keys(config.profile),
    ];
    const hasAll = wanted.every((name) => claims[name] !== undefined);
    if (hasAll || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { ...withUserInfo(claims, more, config.attributes.email), sub: claims.sub };
  }

  async function verify(query: string, state: string, memory: Memory): Promise<VerifiedSignIn> {
    const configuration = await configure();
    const current = new URL(redirectUri);
    current.search = query;
    const tokens = await client.authorizationCodeGrant(configuration, current, {
      pkceCodeVerifier: memory.verifier!,
      expectedNonce: memory.nonce!,
      expectedState: state,
      idTokenExpected: true,
    });
    rememberKeys(configuration);
    const claims = await claimsOf(configuration, tokens);
    const textOf = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
    return {
      identity: {
        method,
        subject: claims.sub,
        email: textOf(config.attributes.email),
        isEmailVerified: config.trustEmail || claims.email_verified === true,
        fullName: textOf(config.attributes.name),
        groups: config.groups && groupNames(claims[config.groups.claim]),
        profile: profileValues(claims, config.profile),
        picture: pictureAddress(claims[config.attributes.picture]),
      },
      providerSession: textOf('sid') || undefined,
      idToken: tokens.id_token,
    };
  }

  async function verifyLogoutToken(token: string): Promise<LogoutRequest> {
    const { server, logoutKeys } = await provider();
    const { payload } = await jwtVerify(token, logoutKeys, {
      issuer: server.issuer,
      audience: config.clientId,
      clockTolerance: config.clockSkewSeconds,
      maxTokenAge: 300,
      requiredClaims: ['jti', 'events'],
    });
    const { events, sub, sid, nonce } = payload as Record<string, unknown>;
    const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
    if (!isLogout || nonce !== undefined) throw new Error('The token is no logout token.');
    if (typeof sub !== 'string' && typeof sid !== 'string') throw new Error('The logout token names nobody.');
    return {
      subject: typeof sub === 'string' ? sub : undefined,
      providerSession: typeof sid === 'string' ? sid : undefined,
    };
  }

  return {
    method,
    name: config.name,
    options: config,
    async begin(state) {
      const configuration = await configure();
      const verifier = client.randomPKCECodeVerifier();
      const nonce = client.randomNonce();
      const location = client.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: config.scopes.join(' '),
        response_type: 'code',
        code_challenge: await client.calculatePKCECodeChallenge(verifier),
        code_challenge_method: 'S256',
        state,
        nonce,
      });
      return { location: location.href, memory: { verifier, nonce } };
    },
    complete: ({ query, state, memory }) => verify(query, state, memory).catch(refuse),
    verifyLogoutToken: (token) => verifyLogoutToken(token).catch(refuse),
    isIssuer: (issuer) => sameUrl(issuer, config.issuer),
    async logoutLocation(idToken) {
      const { server } = await provider();
      if (server.end_session_endpoint === undefined) return undefined;
      const location = new URL(server.end_session_endpoint);
      location.searchParams.set('client_id', config.clientId);
      location.searchParams.set('post_logout_redirect_uri', `${publicUrl}/`);
      if (idToken !== undefined) location.searchParams.set('id_token_hint', idToken);
      return location.href;
    },
  };
}

const sameUrl = (one: string, other: string): boolean =>
  URL.canParse(one) && new URL(one).href === new URL(other).href;

const fetchFrom = (url: string, init: object): Promise<Response> => requestProvider(url, init as RequestInit);

/** Throws UNAVAILABLE if the provider could not be reached, a ParleyError unchanged, and AUTHENTICATION_FAILED for other errors. */
function refuse(error: unknown): never {
  if (error instanceof ParleyError) throw error;
  throw isUnreachable(error) ? providerUnavailable(error) : refused(error);
}

function isUnreachable(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause.name === 'TimeoutError' || cause.name === 'AbortError') return true;
    if (cause instanceof TypeError && cause.message === 'fetch failed') return true;
  }
  return false;
}
