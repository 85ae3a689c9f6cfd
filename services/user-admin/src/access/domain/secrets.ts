import { createHash, randomBytes, randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns a new API key: 32 characters, with 190 random bits. */
export const newApiKey = (): string =>
  Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');

export const hashApiKey = (apiKey: string): Buffer => createHash('sha256').update(apiKey).digest();

/** Returns a new token for a link or a cookie: 43 characters, with 256 random bits. */
export const newToken = (): string => randomBytes(32).toString('base64url');

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
