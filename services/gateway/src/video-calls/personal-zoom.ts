/** A person connects their account once: https://developers.zoom.us/docs/integrations/oauth/ */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { errors, ParleyError } from '@parley/core';
import type { ZoomToken } from '@parley/proto/useradmin/v1/calls';
import type { Call } from '@parley/rpc';
import { z } from 'zod';
import type { Rpc } from '../rpc-clients.ts';
import type { ProviderAnswer } from './provider-request.ts';
import {
  addressOfMeeting,
  parsedAnswer,
  requestMeeting,
  requestToken,
  type ZoomApp,
} from './zoom-requests.ts';

/** Path of the page to which Zoom redirects people after their consent. It must also be configured in the app at Zoom. */
export const completePath = '/calls/zoom/complete';

const tokenSchema = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });

/** An access token is renewed this long before it expires, in seconds. */
const marginSeconds = 60;
/** Time within which a person must consent at Zoom, in seconds. */
const consentSeconds = 600;

const invalidToken = () => new ParleyError('INVALID_ZOOM_TOKEN', 'Connect your Zoom account first.');

/** Connects people's Zoom accounts and creates meetings in them. */
export class PersonalZoom {
  readonly #app: ZoomApp;
  readonly #rpc: Rpc;
  readonly #returnAddress: string;
  /** Renewals in progress, by refresh token. Zoom accepts each refresh token once, so concurrent requests share one renewal. */
  readonly #renewals = new Map<string, Promise<ZoomToken>>();

  constructor(app: ZoomApp, publicUrl: string, rpc: Rpc) {
    this.#app = app;
    this.#rpc = rpc;
    this.#returnAddress = `${publicUrl}${completePath}`;
  }

  /** Only the session with this hash can complete the consent. */
  consentAddress(sessionSha256: Buffer): string {
    const url = new URL('oauth/authorize', this.#app.authorizationUrl);
    url.search = new URLSearchParams({
      response_type: 'code',
      client_id: this.#app.clientId,
      redirect_uri: this.#returnAddress,
      state: this.#stateOf(sessionSha256, now() + consentSeconds),
    }).toString();
    return url.href;
  }

  /**
   * Connects the caller's Zoom account, with the code that Zoom passed to the browser.
   * @throws BAD_REQUEST when another session asked for the consent, when the time for it is over, or when Zoom refuses the code;
   * UNAVAILABLE when Zoom does not answer as expected
   */
  async connect(
    { code, state, sessionSha256 }: { code: string; state: string; sessionSha256: Buffer },
    call: Call,
  ): Promise<void> {
    const until = Number.parseInt(state, 10);
    if (!isEqual(state, this.#stateOf(sessionSha256, until)) || until < now()) throw notConnected();
    const grant = { grant_type: 'authorization_code', code, redirect_uri: this.#returnAddress };
    const answer = await requestToken(this.#app, grant, call.signal);
    if (isRefusal(answer)) throw notConnected();
    await this.#rpc.userAdmin.updateZoomToken({ token: tokenOf(answer), isRenewal: false }, call);
  }

  /** @throws INVALID_ZOOM_TOKEN without an account, or when Zoom no longer accepts its token; UNAVAILABLE */
  async createMeeting({ isVideo }: { isVideo: boolean }, call: Call): Promise<string> {
    const { token } = await this.#rpc.userAdmin.getZoomToken({}, call);
    if (!token) throw invalidToken();
    const request = ({ accessToken }: ZoomToken) =>
      requestMeeting(this.#app, { person: 'me', isVideo, accessToken }, call.signal);
    if (token.renewAfter > now()) {
      const answer = await request(token);
      if (answer.status !== 401) return addressOfMeeting(answer);
    }
    const renewed = await this.#renewed(token, call);
    const answer = await request(renewed);
    if (answer.status === 401) throw await this.#disconnected(renewed, call);
    return addressOfMeeting(answer);
  }

  #renewed(token: ZoomToken, call: Call): Promise<ZoomToken> {
    const key = token.refreshToken;
    let renewal = this.#renewals.get(key);
    if (!renewal) {
      renewal = this.#renew(token, call).finally(() => this.#renewals.delete(key));
      this.#renewals.set(key, renewal);
    }
    return renewal;
  }

  /** Renews a token. When another process has already renewed it, returns that process's result. */
  async #renew(token: ZoomToken, call: Call): Promise<ZoomToken> {
    const grant = { grant_type: 'refresh_token', refresh_token: token.refreshToken };
    const answer = await requestToken(this.#app, grant, call.signal);
    if (isRefusal(answer)) {
      const { token: stored } = await this.#rpc.userAdmin.getZoomToken({}, call);
      if (stored && stored.refreshToken !== token.refreshToken) return stored;
      throw await this.#disconnected(token, call);
    }
    const renewed = tokenOf(answer);
    await this.#rpc.userAdmin.updateZoomToken({ token: renewed, isRenewal: true }, call);
    return renewed;
  }

  /** Deletes a token that Zoom refuses. Returns the error for which clients ask the person to connect the account again. */
  async #disconnected({ refreshToken }: ZoomToken, call: Call): Promise<ParleyError> {
    await this.#rpc.userAdmin.deleteZoomToken({ refreshToken }, call);
    return invalidToken();
  }

  #stateOf(sessionSha256: Buffer, until: number): string {
    const signature = createHmac('sha256', this.#app.clientSecret)
      .update(`parley-zoom ${sessionSha256.toString('hex')} ${until}`)
      .digest('base64url');
    return `${until}.${signature}`;
  }
}

const now = (): number => Math.floor(Date.now() / 1_000);

const notConnected = () =>
  errors.badRequest('Zoom has not confirmed the connection. Please try again from the start.');

/** Returns whether Zoom rejects a code or a refresh token as invalid. Other errors mean that Zoom failed. */
const isRefusal = ({ status }: ProviderAnswer): boolean => status === 400 || status === 401;

function tokenOf(answer: ProviderAnswer): ZoomToken {
  const { access_token, refresh_token, expires_in } = parsedAnswer(tokenSchema, answer);
  return {
    accessToken: access_token,
    refreshToken: refresh_token,
    renewAfter: now() + Math.floor(expires_in) - marginSeconds,
  };
}

function isEqual(left: string, right: string): boolean {
  const [a, b] = [Buffer.from(left), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
