import { randomBytes, randomInt } from 'node:crypto';

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';
/** Length of tokens in addresses, as programs that know the addresses of Mattermost and Slack expect it. */
const tokenLength = 26;

/** Returns a new token for an address, which cannot be guessed: 134 random bits. */
export const newToken = (): string =>
  Array.from({ length: tokenLength }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns a new secret of a signature, in the form of Standard Webhooks. */
export const newSecret = (): string => `whsec_${randomBytes(24).toString('base64')}`;
