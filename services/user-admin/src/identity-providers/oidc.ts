import { type OidcConfig, ParleyError } from '@parley/core';
import { createRemoteJWKSet, type JWTVerifyGetKey, customFetch as joseFetch, jwtVerify } from 'jose';
import * as client from 'openid-client';
import type { Memory, VerifiedSignIn } from '../access/domain/external-identity.ts';
import { groupNames, profileValues, withUserInfo } from '../access/domain/external-identity.ts';
import { pictureAddress } from '../accounts/domain/provider-picture.ts';
import type { LogoutRequest, Provider, ProviderAnswer } from './provider.ts';
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
export class OidcProvider implements Provider {
  readonly method: string;
  readonly name: string;
  readonly options: OidcConfig;
  readonly #publicUrl: string;
  readonly #redirectUri: string;
  readonly #isInsecure: boolean;
  readonly #metadata: Partial<client.ClientMetadata>;
  #found: Promise<Found> | undefined;
  #keys: Keys | undefined;

  constructor(config: OidcConfig, publicUrl: string) {
    this.method = `oidc:${config.id}`;
    this.name = config.name;
    this.options = config;
    this.#publicUrl = publicUrl;
    this.#redirectUri = `${publicUrl}/complete/oidc/${config.id}`;
    this.#isInsecure = config.issuer.startsWith('http:');
    this.#metadata = {
      ...(config.clientSecret !== undefined && { client_secret: config.clientSecret }),
      [client.clockTolerance]: config.clockSkewSeconds,
    };
  }

  async begin(state: string): Promise<{ location: string; memory: Memory }> {
    const configuration = await this.#configure();
    const verifier = client.randomPKCECodeVerifier();
    const nonce = client.randomNonce();
    const location = client.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri,
      scope: this.options.scopes.join(' '),
      response_type: 'code',
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state,
      nonce,
    });
    return { location: location.href, memory: { verifier, nonce } };
  }

  complete({ query, state, memory }: ProviderAnswer): Promise<VerifiedSignIn> {
    return this.#verify(query, state, memory).catch(refuse);
  }

  verifyLogoutToken(token: string): Promise<LogoutRequest> {
    return this.#verifyLogoutToken(token).catch(refuse);
  }

  isIssuer(issuer: string): boolean {
    return sameUrl(issuer, this.options.issuer);
  }

  async logoutLocation(idToken: string | undefined): Promise<string | undefined> {
    const { server } = await this.#provider();
    if (server.end_session_endpoint === undefined) return undefined;
    const location = new URL(server.end_session_endpoint);
    location.searchParams.set('client_id', this.options.clientId);
    location.searchParams.set('post_logout_redirect_uri', `${this.#publicUrl}/`);
    if (idToken !== undefined) location.searchParams.set('id_token_hint', idToken);
    return location.href;
  }

  #authentication(): client.ClientAuth | undefined {
    return this.options.clientSecret === undefined ? client.None() : undefined;
  }

  async #discover(): Promise<Found> {
    const discovered = await client.discovery(
      new URL(this.options.issuer),
      this.options.clientId,
      this.#metadata,
      this.#authentication(),
      { execute: this.#isInsecure ? [client.allowInsecureRequests] : [], [client.customFetch]: fetchFrom },
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
  async #provider(): Promise<Found> {
    const current = await this.#found?.catch(() => undefined);
    if (current && performance.now() < current.until) return current;
    const next = this.#discover();
    this.#found = next;
    return next.catch((error: unknown) => {
      if (this.#found === next) this.#found = undefined;
      throw providerUnavailable(error);
    });
  }

  /** Makes cached keys look old enough that the library reloads them at once for an unknown key. */
  async #configure(): Promise<client.Configuration> {
    const { server } = await this.#provider();
    const { clientId } = this.options;
    const configuration = new client.Configuration(server, clientId, this.#metadata, this.#authentication());
    configuration[client.customFetch] = fetchFrom;
    if (this.#isInsecure) client.allowInsecureRequests(configuration);
    client.enableNonRepudiationChecks(configuration);
    const keys = this.#keys;
    if (keys && nowSeconds() - keys.fetchedAt < keysAgeSeconds) {
      const uat = Math.min(keys.fetchedAt, nowSeconds() - libraryWaitsSeconds);
      client.setJwksCache(configuration, { jwks: keys.jwks, uat });
    }
    return configuration;
  }

  #rememberKeys(configuration: client.Configuration): void {
    const used = client.getJwksCache(configuration);
    if (used && nowSeconds() - used.uat < libraryWaitsSeconds)
      this.#keys = { jwks: used.jwks, fetchedAt: used.uat };
  }

  /**
   * Returns the claims about the person. If the ID token lacks the address, its verification, groups or profile fields, also
   * reads the userinfo endpoint, because some providers such as Okta send only few claims in the ID token.
   */
  async #claimsOf(
    configuration: client.Configuration,
    tokens: Awaited<ReturnType<typeof client.authorizationCodeGrant>>,
  ): Promise<Readonly<Record<string, unknown>> & { sub: string }> {
    const { attributes, trustEmail, groups, profile } = this.options;
    const claims = tokens.claims();
    if (!claims) throw new Error('The provider sent no ID token.');
    const wanted = [
      attributes.email,
      ...(trustEmail ? [] : ['email_verified']),
      ...(groups ? [groups.claim] : []),
      ...Object.keys(profile),
    ];
    const hasAll = wanted.every((name) => claims[name] !== undefined);
    if (hasAll || configuration.serverMetadata().userinfo_endpoint === undefined) return claims;
    const more = await client.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    return { ...withUserInfo(claims, more, attributes.email), sub: claims.sub };
  }

  async #verify(query: string, state: string, { verifier, nonce }: Memory): Promise<VerifiedSignIn> {
    const { attributes, trustEmail, groups, profile } = this.options;
    const configuration = await this.#configure();
    const current = new URL(this.#redirectUri);
    current.search = query;
    if (verifier === undefined || nonce === undefined) throw new Error('The sign-in began elsewhere.');
    const tokens = await client.authorizationCodeGrant(configuration, current, {
      pkceCodeVerifier: verifier,
      expectedNonce: nonce,
      expectedState: state,
      idTokenExpected: true,
    });
    this.#rememberKeys(configuration);
    const claims = await this.#claimsOf(configuration, tokens);
    const textOf = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
    return {
      identity: {
        method: this.method,
        subject: claims.sub,
        email: textOf(attributes.email),
        isEmailVerified: trustEmail || claims.email_verified === true,
        fullName: textOf(attributes.name),
        groups: groups && groupNames(claims[groups.claim]),
        profile: profileValues(claims, profile),
        picture: pictureAddress(claims[attributes.picture]),
      },
      providerSession: textOf('sid') || undefined,
      idToken: tokens.id_token,
    };
  }

  async #verifyLogoutToken(token: string): Promise<LogoutRequest> {
    const { server, logoutKeys } = await this.#provider();
    const { payload } = await jwtVerify(token, logoutKeys, {
      issuer: server.issuer,
      audience: this.options.clientId,
      clockTolerance: this.options.clockSkewSeconds,
      maxTokenAge: 300,
      requiredClaims: ['jti', 'events'],
    });
    const { events, sub, sid, nonce } = payload;
    const isLogout = typeof events === 'object' && events !== null && logoutEvent in events;
    if (!isLogout || nonce !== undefined) throw new Error('The token is no logout token.');
    if (typeof sub !== 'string' && typeof sid !== 'string') throw new Error('The logout token names nobody.');
    return {
      subject: typeof sub === 'string' ? sub : undefined,
      providerSession: typeof sid === 'string' ? sid : undefined,
    };
  }
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
