import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { chunksOf, portOf, required } from '@parley/core';
import { type CryptoKey, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

type Request = {
  clientId: string;
  nonce: string;
  challenge: string;
  redirectUri: string;
  claims: JWTPayload;
};
type Key = { kid: string; privateKey: CryptoKey; jwk: object };

/**
 * A local OpenID Connect provider that signs people in without asking them. It signs in `person`, or the entry of `people` that
 * the request names in `login_hint`. Tests can change its answers.
 */
export class OidcStandIn {
  /** Claims about the person whom the provider signs in by default. */
  person: JWTPayload = {};
  /** Claims about other people. The keys are values of `login_hint`. */
  readonly people = new Map<string, JWTPayload>();
  /** Delay of the token endpoint in milliseconds. Infinity means that the endpoint never answers. */
  delayMs = 0;
  /** Changes the claims of an ID token before the provider signs it. */
  tamper: (claims: JWTPayload) => JWTPayload = (claims) => claims;
  /** Whether tokens are signed with a key that the provider does not publish. */
  signsWithUnknownKey = false;
  /** Value of the parameter `iss` in the redirect to the client; undefined for the real issuer. */
  issuerInAnswer: string | undefined;
  /** Claims that only the userinfo endpoint sends. */
  userInfo: JWTPayload = {};
  /** Number of requests to the endpoint of the public keys. */
  keyRequests = 0;
  readonly #server: Server;
  readonly #codes = new Map<string, Request>();
  /** The subject (`sub`) of each access token. */
  readonly #subjects = new Map<string, string>();
  #key: Key;

  private constructor(server: Server, key: Key) {
    this.#server = server;
    this.#key = key;
  }

  static async start(): Promise<OidcStandIn> {
    let provider: OidcStandIn | undefined;
    const server = createServer((request, response) => {
      required(provider, 'provider')
        .#answer(request)
        .then(({ status = 200, headers = {}, body }) => {
          response.writeHead(status, { 'content-type': 'application/json', ...headers });
          response.end(body === undefined ? '' : JSON.stringify(body));
        })
        .catch(() => response.writeHead(500).end());
    });
    provider = new OidcStandIn(server, await newKey());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${portOf(this.#server)}`;
  }

  async rotateKeys(): Promise<void> {
    this.#key = await newKey();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  /** Signed with the provider's current key, or with another one (`signsWithUnknownKey`). */
  async sign(claims: JWTPayload, typ = 'JWT'): Promise<string> {
    const { kid, privateKey } = this.signsWithUnknownKey ? await newKey() : this.#key;
    return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ }).sign(privateKey);
  }

  /** Returns a signed logout token for a client (OpenID Connect Back-Channel Logout). `claims` may replace the defaults. */
  logoutToken(clientId: string, claims: JWTPayload): Promise<string> {
    const now = Math.floor(Date.now() / 1000);
    return this.sign({
      iss: this.issuer,
      aud: clientId,
      iat: now,
      exp: now + 120,
      jti: randomUUID(),
      events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
      ...claims,
    });
  }

  async #answer(
    request: IncomingMessage,
  ): Promise<{ status?: number; headers?: Record<string, string>; body?: unknown }> {
    const url = new URL(request.url ?? '/', this.issuer);
    switch (url.pathname) {
      case '/.well-known/openid-configuration':
        return { body: this.#metadata() };
      case '/keys':
        this.keyRequests++;
        return { body: { keys: [this.#key.jwk] } };
      case '/authorize':
        return { status: 302, headers: { location: this.#authorize(url.searchParams) } };
      case '/token':
        return this.#token(request);
      case '/userinfo': {
        const sub = this.#subjects.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
        return sub === undefined ? { status: 401 } : { body: { sub, ...this.userInfo } };
      }
      default:
        return { status: 404 };
    }
  }

  #metadata() {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/authorize`,
      token_endpoint: `${this.issuer}/token`,
      userinfo_endpoint: `${this.issuer}/userinfo`,
      jwks_uri: `${this.issuer}/keys`,
      end_session_endpoint: `${this.issuer}/logout`,
      response_types_supported: ['code'],
      id_token_signing_alg_values_supported: ['RS256'],
      subject_types_supported: ['public'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    };
  }

  #authorize(given: URLSearchParams): string {
    const code = randomUUID();
    const need = (name: string) => {
      const value = given.get(name);
      if (!value) throw new Error(`${name} is missing`);
      return value;
    };
    if (need('code_challenge_method') !== 'S256' || need('response_type') !== 'code')
      throw new Error('refused');
    this.#codes.set(code, {
      clientId: need('client_id'),
      nonce: need('nonce'),
      challenge: need('code_challenge'),
      redirectUri: need('redirect_uri'),
      claims: this.people.get(given.get('login_hint') ?? '') ?? this.person,
    });
    const back = new URL(need('redirect_uri'));
    back.searchParams.set('code', code);
    back.searchParams.set('state', need('state'));
    back.searchParams.set('iss', this.issuerInAnswer ?? this.issuer);
    return back.href;
  }

  async #token(request: IncomingMessage) {
    const chunks: Buffer[] = [];
    for await (const chunk of chunksOf(request)) chunks.push(chunk);
    if (this.delayMs === Number.POSITIVE_INFINITY) await new Promise(() => undefined);
    if (this.delayMs > 0) await sleep(this.delayMs);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    const code = form.get('code') ?? '';
    const attempt = this.#codes.get(code);
    this.#codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isValid = attempt?.challenge === challenge && attempt.redirectUri === form.get('redirect_uri');
    if (!attempt || !isValid || form.get('client_secret') !== 'client-secret') {
      return { status: 400, body: { error: 'invalid_grant' } };
    }
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: attempt.clientId,
      iat: now,
      exp: now + 300,
      nonce: attempt.nonce,
      ...attempt.claims,
    } as JWTPayload;
    const accessToken = randomUUID();
    this.#subjects.set(accessToken, String(claims.sub));
    return {
      body: {
        access_token: accessToken,
        token_type: 'Bearer',
        expires_in: 300,
        id_token: await this.sign(this.tamper(claims)),
      },
    };
  }
}

async function newKey(): Promise<Key> {
  const kid = randomUUID();
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { kid, privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' } };
}
