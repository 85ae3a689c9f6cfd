import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const version = 1;
const nonceLength = 12;
const tagLength = 16;

/** A new API key: 32 characters, 190 bits of chance. */
export const newApiKey = (): string =>
  Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** What a key is looked up by. */
export const hashApiKey = (apiKey: string): Buffer => createHash('sha256').update(apiKey).digest();

/** What a link or a cookie carries: 43 characters, 256 bits of chance. Stored by its hash alone. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** What a token is looked up by. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export type Sealer = {
  /** AES-256-GCM; bound to the person, so that one person's sealed key is nobody else's. */
  seal(text: string, userId: number): Buffer;
  /** @throws when it was sealed with another secret, for somebody else, or changed. */
  open(sealed: Buffer, userId: number): string;
};

/**
 * Seals texts that must be shown again with the server's secret (PARLEY_SECRET_KEY). What is sealed for one purpose
 * cannot be opened for another.
 */
export function createSealer(secret: string, purpose = 'parley api keys'): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const bound = (userId: number) => Buffer.from(`user:${userId}`);
  return {
    seal(text, userId) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bound(userId));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, body, cipher.getAuthTag()]);
    },
    open(sealed, userId) {
      if (sealed[0] !== version) throw new Error('A sealed text is of an unknown version.');
      const nonce = sealed.subarray(1, 1 + nonceLength);
      const body = sealed.subarray(1 + nonceLength, -tagLength);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
        .setAAD(bound(userId))
        .setAuthTag(sealed.subarray(-tagLength));
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
