import { createPublicKey, createSecretKey, type KeyObject, randomBytes } from 'node:crypto';
import { ConfigError, errorCode, type JwtConfig, required } from '@parley/core';
import { createRemoteJWKSet, decodeJwt, type JWTPayload, customFetch as joseFetch, jwtVerify } from 'jose';
import type { VerifiedSignIn } from '../access/domain/external-identity.ts';
import { groupNames, profileValues } from '../access/domain/external-identity.ts';
import { pictureAddress } from '../accounts/domain/provider-picture.ts';
import type { Provider, ProviderAnswer } from './provider.ts';
import { providerTimeoutMs, providerUnavailable, refused, requestProvider } from './provider-request.ts';

/** The portal signs the token when the browser arrives, so an older one is of another sign-in, in seconds. */
const maxTokenAge = 300;

const symmetric = ['HS256', 'HS384', 'HS512'];
const asymmetric = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA'];

type Verify = (token: string, options: object) => Promise<{ payload: JWTPayload }>;

/**
 * Returns the function that verifies signatures. The configured key determines the permitted algorithms, and the token does
 * not. Otherwise, an attacker could use the public key as the secret of a symmetric algorithm.
 * @throws ConfigError when the public key cannot be read
 */
function verifierOf({ secret, publicKeyFile, jwksUrl }: JwtConfig, place: string): Verify {
  if (jwksUrl !== undefined) {
    const keys = createRemoteJWKSet(new URL(jwksUrl), {
      timeoutDuration: providerTimeoutMs,
      [joseFetch]: (url: string, init: object) => requestProvider(url, init as RequestInit),
    });
    return (token, options) => jwtVerify(token, keys, { ...options, algorithms: asymmetric });
  }
  if (secret !== undefined) {
    const key = createSecretKey(Buffer.from(secret));
    return (token, options) => jwtVerify(token, key, { ...options, algorithms: symmetric });
  }
  const key = publicKeyOf(required(publicKeyFile, 'public key'), place);
  return (token, options) => jwtVerify(token, key, { ...options, algorithms: asymmetric });
}

function publicKeyOf(pem: string, place: string): KeyObject {
  try {
    return createPublicKey(pem);
  } catch {
    throw new ConfigError([`PARLEY_SIGN_IN_FILE: ${place}.publicKeyFile is no public key in PEM.`]);
  }
}

/**
 * The provider for a portal that signs people in and sends them back with a signed token (JWT). The token contains the nonce of the
 * attempt. So the token can be used once, in the browser that began the attempt. Tokens without a nonce open API keys, if the operator
 * permits it.
 */
export class JwtProvider implements Provider {
  readonly method: string;
  readonly name: string;
  readonly options: JwtConfig;
  readonly keyTokens: Provider['keyTokens'];
  readonly #publicUrl: string;
  readonly #verify: Verify;

  /** @throws ConfigError when the public key cannot be read */
  constructor(config: JwtConfig, publicUrl: string, place: string) {
    this.method = `jwt:${config.id}`;
    this.name = config.name;
    this.options = config;
    this.#publicUrl = publicUrl;
    this.#verify = verifierOf(config, place);
    // A token for a browser, which has a nonce, opens no API key: it travels in addresses.
    this.keyTokens = config.apiKeys
      ? { issuer: config.issuer, verify: (token) => this.#signIn(token, undefined) }
      : undefined;
  }

  async begin(state: string): Promise<{ location: string; memory: { nonce: string } }> {
    const { id, loginUrl } = this.options;
    const nonce = randomBytes(24).toString('base64url');
    const location = new URL(loginUrl);
    location.searchParams.set('redirect_uri', `${this.#publicUrl}/complete/jwt/${id}`);
    location.searchParams.set('state', state);
    location.searchParams.set('nonce', nonce);
    return { location: location.href, memory: { nonce } };
  }

  complete({ query, memory }: ProviderAnswer): Promise<VerifiedSignIn> {
    const token = new URLSearchParams(query).get('token') ?? '';
    return this.#signIn(token, required(memory.nonce, 'nonce of the sign-in'));
  }

  /** @param nonce of the attempt to which the token belongs; undefined for a token that belongs to none */
  async #signIn(token: string, nonce: string | undefined): Promise<VerifiedSignIn> {
    try {
      return this.#signInOf(await this.#claimsOf(token), nonce);
    } catch (error) {
      throw isUnreachable(error) ? providerUnavailable(error) : refused(error);
    }
  }

  async #claimsOf(token: string): Promise<JWTPayload> {
    const { issuer, audience = this.#publicUrl, clockSkewSeconds: clockTolerance } = this.options;
    const requiredClaims = ['sub', 'exp', 'iat'];
    const { payload } = await this.#verify(token, {
      issuer,
      audience,
      clockTolerance,
      maxTokenAge,
      requiredClaims,
    });
    return payload;
  }

  #signInOf(claims: JWTPayload, nonce: string | undefined): VerifiedSignIn {
    const config = this.options;
    if (claims.nonce !== nonce) throw new Error('The token was made for another sign-in.');
    const textOf = (name: string) => (typeof claims[name] === 'string' ? claims[name] : '');
    if (textOf('sub') === '') throw new Error('The token names no subject.');
    return {
      identity: {
        method: this.method,
        subject: textOf('sub'),
        email: textOf(config.attributes.email),
        isEmailVerified: config.trustEmail && claims.email_verified !== false,
        fullName: textOf(config.attributes.name),
        groups: config.groups && groupNames(claims[config.groups.claim]),
        profile: profileValues(claims, config.profile),
        picture: pictureAddress(claims[config.attributes.picture]),
      },
    };
  }
}

/** Returns whether an error means that the provider's keys could not be fetched. */
function isUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = errorCode(error);
  return code === 'ERR_JWKS_TIMEOUT' || error.name === 'TimeoutError' || error instanceof TypeError;
}

/** Returns the issuer that a token names; undefined for a text that is no token. */
export function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
