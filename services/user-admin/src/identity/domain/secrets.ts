import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes, randomInt } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const version = 1;
const nonceLength = 12;
const tagLength = 16;

/** Returns a new API key: 32 characters, made of 190 random bits. */
export const newApiKey = (): string =>
  Array.from({ length: 32 }, () => alphabet[randomInt(alphabet.length)]).join('');

/** Returns the hash by which an API key is looked up. */
export const hashApiKey = (apiKey: string): Buffer => createHash('sha256').update(apiKey).digest();

/** Returns a new token for a link or a cookie: 43 characters, made of 256 random bits. Only its hash is stored. */
export const newToken = (): string => randomBytes(32).toString('base64url');

/** Returns the hash by which a token is looked up. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export type Sealer = {
  /** Encrypts a text with AES-256-GCM. The result is bound to the account: it cannot be opened for another one. */
  seal(text: string, userId: number): Buffer;
  /** Decrypts a sealed text. @throws when it was sealed with another secret or for another account, or was changed */
  open(sealed: Buffer, userId: number): string;
};

/**
 * Creates a sealer: it encrypts texts that the server must read later, with the server's secret (PARLEY_SECRET_KEY). A
 * text that was sealed for one purpose cannot be opened for another.
 */
export function createSealer(secret: string, purpose = 'parley api keys'): Sealer {
  const key = Buffer.from(hkdfSync('sha256', secret, '', purpose, 32));
  const additionalData = (userId: number) => Buffer.from(`user:${userId}`);
  return {
    seal(text, userId) {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(additionalData(userId));
      const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([Buffer.of(version), nonce, body, cipher.getAuthTag()]);
    },
    open(sealed, userId) {
      if (sealed[0] !== version) throw new Error('A sealed text is of an unknown version.');
      const nonce = sealed.subarray(1, 1 + nonceLength);
      const body = sealed.subarray(1 + nonceLength, -tagLength);
      const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: tagLength })
        .setAAD(additionalData(userId))
        .setAuthTag(sealed.subarray(-tagLength));
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
    },
  };
}
