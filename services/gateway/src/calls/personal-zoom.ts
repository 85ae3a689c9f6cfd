/**
 * Calls with Zoom by each person's own account, through the operator's OAuth app. A person connects their account once:
 * https://developers.zoom.us/docs/integrations/oauth/
 */
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

/** The page to which Zoom leads people back. The app at Zoom names it. */
export const completePath = '/calls/zoom/complete';

const tokenSchema = z.object({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });

/** A token is renewed this long before it expires, in seconds. */
const marginSeconds = 60;
/** Time in which a person must give consent at Zoom, in seconds. */
const consentSeconds = 600;

const invalidToken = () => new ParleyError('INVALID_ZOOM_TOKEN', 'Connect your Zoom account first.');

/** Connects people's accounts and creates meetings in them. */
export class PersonalZoom {
  readonly #app: ZoomApp;
  readonly #rpc: Rpc;
  readonly #returnAddress: string;
  /** Renewals in progress by refresh token. Zoom accepts each token once, so concurrent calls share one renewal. */
  readonly #renewals = new Map<string, Promise<ZoomToken>>();

  constructor(app: ZoomApp, publicUrl: string, rpc: Rpc) {
    this.#app = app;
    this.#rpc = rpc;
    this.#returnAddress = `${publicUrl}${completePath}`;
  }

  /** Returns the page of Zoom that asks for the person's consent. The answer is accepted in the same session only. */
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
   * Connects the caller's account with the code that Zoom gave to the browser.
   * @throws BAD_REQUEST when another session asked for the consent, or too long ago, or when Zoom refuses the code;
   *   UNAVAILABLE when it does not answer
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

  /**
   * Creates a meeting in the caller's account and returns its address.
   * @throws INVALID_ZOOM_TOKEN when no account is connected or Zoom no longer accepts its token, UNAVAILABLE when Zoom
   * does not answer
   */
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

  /** Renews a token, unless another process has renewed it meanwhile. */
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

  /** Forgets a token that Zoom refuses, and returns the error that lets clients connect the account again. */
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

/** Returns whether Zoom refuses a code or a refresh token, which is no failure of Zoom. */
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
