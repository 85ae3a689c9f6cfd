/**
 * Calls with Zoom, through a server-to-server OAuth app of the operator's account: https://developers.zoom.us/docs/api/
 */
import { errors } from '@parley/core';
import { z } from 'zod';
import { providerUnavailable, requestProvider } from './provider-request.ts';

export type ZoomConfig = {
  accountId: string;
  clientId: string;
  clientSecret: string;
  /** Address of the server that grants tokens. */
  authorizationUrl: string;
  apiUrl: string;
};

const tokenSchema = z.object({ access_token: z.string(), expires_in: z.number() });
const meetingSchema = z.object({ join_url: z.url() });

/** A token is renewed this long before it expires, in milliseconds. */
const marginMs = 60_000;

/** Creates meetings. One token serves many; it is renewed before it expires, or when Zoom refuses it. */
export class Zoom {
  readonly #config: ZoomConfig;
  #token: { text: string; goodUntil: number } | undefined;

  constructor(config: ZoomConfig) {
    this.#config = config;
  }

  /**
   * Creates a meeting of a person and returns its address.
   * @param person `email`: the address with which Zoom knows them
   * @throws BAD_REQUEST when Zoom does not know them, UNAVAILABLE when it does not answer
   */
  async createMeeting(
    { email, isVideo }: { email: string; isVideo: boolean },
    signal: AbortSignal,
  ): Promise<string> {
    let answer = await this.#requestMeeting(email, isVideo, signal);
    if (answer.status === 401) {
      this.#token = undefined;
      answer = await this.#requestMeeting(email, isVideo, signal);
    }
    if (answer.status === 404) throw errors.badRequest('Zoom does not know your email address.');
    return parsed(meetingSchema, answer).join_url;
  }

  async #requestMeeting(email: string, isVideo: boolean, signal: AbortSignal) {
    const url = new URL(`v2/users/${encodeURIComponent(email)}/meetings`, this.#config.apiUrl);
    const settings = { host_video: isVideo, participant_video: isVideo };
    const headers = {
      authorization: `Bearer ${await this.#accessToken(signal)}`,
      'content-type': 'application/json',
    };
    const body = JSON.stringify({ settings, default_password: true });
    return requestProvider(url, { method: 'POST', headers, body }, signal);
  }

  async #accessToken(signal: AbortSignal): Promise<string> {
    if (this.#token && Date.now() < this.#token.goodUntil) return this.#token.text;
    const { accountId, clientId, clientSecret, authorizationUrl } = this.#config;
    const url = new URL('oauth/token', authorizationUrl);
    const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
    const answer = await requestProvider(
      url,
      {
        method: 'POST',
        headers: { authorization: `Basic ${credentials}` },
        body: new URLSearchParams({ grant_type: 'account_credentials', account_id: accountId }),
      },
      signal,
    );
    const { access_token: text, expires_in: seconds } = parsed(tokenSchema, answer);
    this.#token = { text, goodUntil: Date.now() + seconds * 1_000 - marginMs };
    return text;
  }
}

/** Returns the body of a success. @throws UNAVAILABLE for anything else */
function parsed<T>(schema: z.ZodType<T>, { status, text }: { status: number; text: string }): T {
  if (status < 200 || status > 299) throw providerUnavailable(new Error(`Zoom answered ${status}.`));
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw providerUnavailable(error);
  }
}
