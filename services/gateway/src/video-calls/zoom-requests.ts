/** Requests to Zoom: https://developers.zoom.us/docs/api/ */
import { z } from 'zod';
import { type ProviderAnswer, providerUnavailable, requestProvider } from './provider-request.ts';

export type ZoomApp = {
  clientId: string;
  clientSecret: string;
  /** URL of the server that issues tokens. */
  authorizationUrl: string;
  apiUrl: string;
};

export type ZoomConfig = ZoomApp & {
  /** The Zoom account in which all meetings are created; undefined when each person connects their own. */
  accountId: string | undefined;
};

const meetingSchema = z.object({ join_url: z.url() });

/** `grant` contains the grant type and its parameters; the app authenticates with its own credentials. */
export function requestToken(
  { clientId, clientSecret, authorizationUrl }: ZoomApp,
  grant: Readonly<Record<string, string>>,
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64');
  return requestProvider(
    new URL('oauth/token', authorizationUrl),
    {
      method: 'POST',
      headers: { authorization: `Basic ${credentials}` },
      body: new URLSearchParams(grant),
    },
    signal,
  );
}

/** Asks Zoom to create a meeting. `person` is the host: an e-mail address, or `me` for the owner of the token. */
export function requestMeeting(
  { apiUrl }: ZoomApp,
  { person, isVideo, accessToken }: { person: string; isVideo: boolean; accessToken: string },
  signal: AbortSignal,
): Promise<ProviderAnswer> {
  const settings = { host_video: isVideo, participant_video: isVideo };
  return requestProvider(
    new URL(`v2/users/${encodeURIComponent(person)}/meetings`, apiUrl),
    {
      method: 'POST',
      headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ settings, default_password: true }),
    },
    signal,
  );
}

/** Returns the URL of a meeting from Zoom's answer. @throws UNAVAILABLE when the answer is not a created meeting */
export const addressOfMeeting = (answer: ProviderAnswer): string =>
  parsedAnswer(meetingSchema, answer).join_url;

/** @throws UNAVAILABLE for an error, or a body that does not match the schema */
export function parsedAnswer<T>(schema: z.ZodType<T>, { status, text }: ProviderAnswer): T {
  if (status < 200 || status > 299) throw providerUnavailable(new Error(`Zoom answered ${status}.`));
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw providerUnavailable(error);
  }
}
