/** Video calls with BigBlueButton: https://docs.bigbluebutton.org/development/api/ */

import { createHash, createHmac, randomUUID, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@parley/rules';
import { z } from 'zod';
import { providerUnavailable, requestProvider } from './provider-request.ts';

export type BigBlueButtonConfig = {
  /** URL of the BigBlueButton server, such as `https://bbb.example.com/bigbluebutton/`. */
  url: string;
  secret: string;
};

const meetingSchema = z.object({
  id: z.string(),
  name: z.string(),
  isVoiceOnly: z.boolean(),
  /** User ID of the person who created the link and moderates the meeting. */
  moderatorId: z.int(),
});

/** A meeting. All of its data is in its link; the server stores nothing. */
export type Meeting = z.infer<typeof meetingSchema>;

/** The path of links to meetings, below the public URL of this server. */
export const meetingPath = '/calls/bigbluebutton/join';

export function newMeetingToken(meeting: Omit<Meeting, 'id'>, { secret }: BigBlueButtonConfig): string {
  const encoded = Buffer.from(JSON.stringify({ id: randomUUID(), ...meeting })).toString('base64url');
  return `${encoded}.${signatureOf(encoded, secret)}`;
}

/** Returns the meeting in a token; undefined when the signature is not from this server. */
export function readMeetingToken(token: string, { secret }: BigBlueButtonConfig): Meeting | undefined {
  const [encoded = '', signature = ''] = token.split('.', 2);
  const [given, expected] = [Buffer.from(signature), Buffer.from(signatureOf(encoded, secret))];
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  return meetingSchema.parse(JSON.parse(Buffer.from(encoded, 'base64url').toString()));
}

const signatureOf = (encoded: string, secret: string): string =>
  createHmac('sha256', secret).update(`parley-meeting ${encoded}`).digest('base64url');

/** Returns the URL at which the person joins it. @throws UNAVAILABLE when BigBlueButton fails */
export async function joinAddress(
  meeting: Meeting,
  person: { userId: UserId; fullName: string },
  { config, signal }: { config: BigBlueButtonConfig; signal: AbortSignal },
): Promise<string> {
  const create = callAddress(config, 'create', {
    meetingID: meeting.id,
    name: meeting.name,
    lockSettingsDisableCam: String(meeting.isVoiceOnly),
  });
  const { status, text } = await requestProvider(create, {}, signal);
  const createTime = /<createTime>(\d+)<\/createTime>/.exec(text)?.[1];
  if (status !== 200 || !text.includes('<returncode>SUCCESS</returncode>') || createTime === undefined) {
    throw providerUnavailable(new Error(`BigBlueButton answered ${status}: ${text.slice(0, 500)}`));
  }
  return callAddress(config, 'join', {
    meetingID: meeting.id,
    role: person.userId === meeting.moderatorId ? 'MODERATOR' : 'VIEWER',
    fullName: person.fullName,
    userID: String(person.userId),
    createTime,
  }).href;
}

/** Returns the URL of a call to the API of BigBlueButton. Its checksum is the SHA-256 of the name, the query and the secret. */
function callAddress(
  { url, secret }: BigBlueButtonConfig,
  name: 'create' | 'join',
  parameters: Record<string, string>,
): URL {
  const query = new URLSearchParams(parameters).toString();
  const checksum = createHash('sha256')
    .update(name + query + secret)
    .digest('hex');
  const base = url.endsWith('/') ? url : `${url}/`;
  return new URL(`api/${name}?${query}&checksum=${checksum}`, base);
}
