import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
import type { SecretKeys } from './secret-keys.ts';

const version = 1;
const nonceLength = 12;
const tagLength = 16;

export type Sealer = {
  /** Encrypts a text with AES-256-GCM. The result can be decrypted only for the same account. */
  seal(text: string, userId: number): Buffer;
  /** Decrypts a sealed text. @throws when it was sealed with another key, for another account or purpose, or was changed */
  open(sealed: Buffer, userId: number): string;
};

/**
 * Creates a sealer, which encrypts texts that the server must read later. It encrypts with the current secret key, and decrypts
 * what either key has encrypted.
 * @param purpose a text that was sealed for one purpose cannot be opened for another
 */
export function createSealer({ current, alsoAccepted }: SecretKeys, purpose: string): Sealer {
  const sealer = sealerOf(current, purpose);
  const other = alsoAccepted === undefined ? undefined : sealerOf(alsoAccepted, purpose);
  return {
    seal: sealer.seal,
    open(sealed, userId) {
      try {
        return sealer.open(sealed, userId);
      } catch (error) {
        if (!other) throw error;
        return other.open(sealed, userId);
      }
    },
  };
}

function sealerOf(secret: string, purpose: string): Sealer {
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
