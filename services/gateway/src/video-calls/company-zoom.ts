/** The operator's server-to-server OAuth app: https://developers.zoom.us/docs/internal-apps/s2s-oauth/ */
import { ParleyError } from '@parley/core';
import type { Call } from '@parley/rpc';
import { z } from 'zod';
import type { Rpc } from '../rpc-clients.ts';
import { ownAccount } from './own-account.ts';
import {
  addressOfMeeting,
  parsedAnswer,
  requestMeeting,
  requestToken,
  type ZoomApp,
} from './zoom-requests.ts';

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });

const marginMs = 60_000;

/** One access token serves many requests. It is renewed before it expires, or when Zoom refuses it. */
export class CompanyZoom {
  readonly #app: ZoomApp;
  readonly #accountId: string;
  readonly #rpc: Rpc;
  #token: { text: string; goodUntil: number } | undefined;

  constructor(app: ZoomApp, accountId: string, rpc: Rpc) {
    this.#app = app;
    this.#accountId = accountId;
    this.#rpc = rpc;
  }

  /**
   * Creates a meeting with the caller as its host, and returns its URL.
   * @throws UNKNOWN_ZOOM_USER when the account has no user with the caller's e-mail address; UNAVAILABLE when Zoom does not answer
   * as expected
   */
  async createMeeting({ isVideo }: { isVideo: boolean }, call: Call): Promise<string> {
    const { deliveryEmail: person } = await ownAccount({ rpc: this.#rpc }, call);
    const request = async () =>
      requestMeeting(
        this.#app,
        { person, isVideo, accessToken: await this.#accessToken(call.signal) },
        call.signal,
      );
    let answer = await request();
    if (answer.status === 401) {
      this.#token = undefined;
      answer = await request();
    }
    if (answer.status === 404) {
      throw new ParleyError('UNKNOWN_ZOOM_USER', 'Zoom does not know your email address.');
    }
    return addressOfMeeting(answer);
  }

  async #accessToken(signal: AbortSignal): Promise<string> {
    if (this.#token && Date.now() < this.#token.goodUntil) return this.#token.text;
    const grant = { grant_type: 'account_credentials', account_id: this.#accountId };
    const answer = await requestToken(this.#app, grant, signal);
    const { access_token: text, expires_in: seconds } = parsedAnswer(tokenSchema, answer);
    this.#token = { text, goodUntil: Date.now() + seconds * 1_000 - marginMs };
    return text;
  }
}
