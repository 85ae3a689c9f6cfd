import { createPublicKey, diffieHellman, generateKeyPairSync, randomBytes } from 'node:crypto';
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { blake2b } from '@noble/hashes/blake2.js';
import { ciphers } from '../domain/phone.ts';

const nonceBytes = 24;

/**
 * Encrypts a text for a phone.
 * @param key the cipher byte and the key that `parsePushKey` returns
 * @returns base64 of the format of NaCl's `secretbox` with the nonce first, or of libsodium's `crypto_box_seal`
 * @throws Error for an unknown cipher
 */
export function seal(text: string, key: Buffer): string {
  const [cipher, secret] = [key[0], key.subarray(1)];
  const plain = Buffer.from(text);
  if (cipher === ciphers.secretBox) {
    const nonce = randomBytes(nonceBytes);
    return Buffer.concat([nonce, xsalsa20poly1305(secret, nonce).encrypt(plain)]).toString('base64');
  }
  if (cipher === ciphers.sealedBox) return sealFor(plain, secret).toString('base64');
  throw new Error(`unknown cipher ${cipher}`);
}

/** Prefix of an X25519 public key in the encoding SPKI (RFC 8410). The 32 bytes of the key follow the prefix. */
const spkiPrefix = Buffer.from('302a300506032b656e032100', 'hex');

const words = (bytes: Uint8Array): Uint32Array =>
  new Uint32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));

/** Encrypts a text for the owner of a public key, like libsodium's `crypto_box_seal`. */
function sealFor(plain: Buffer, publicKey: Buffer): Buffer {
  const own = generateKeyPairSync('x25519');
  const ownKey = own.publicKey.export({ format: 'der', type: 'spki' }).subarray(spkiPrefix.length);
  const theirs = createPublicKey({
    key: Buffer.concat([spkiPrefix, publicKey]),
    format: 'der',
    type: 'spki',
  });
  const shared = diffieHellman({ privateKey: own.privateKey, publicKey: theirs });
  const boxKey = new Uint32Array(8);
  hsalsa(words(Buffer.from('expand 32-byte k')), words(shared), new Uint32Array(4), boxKey);
  const nonce = blake2b(Buffer.concat([ownKey, publicKey]), { dkLen: nonceBytes });
  return Buffer.concat([ownKey, xsalsa20poly1305(new Uint8Array(boxKey.buffer), nonce).encrypt(plain)]);
}
