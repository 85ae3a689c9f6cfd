import { createPublicKey, diffieHellman, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { hsalsa, xsalsa20poly1305 } from '@noble/ciphers/salsa.js';
import { blake2b } from '@noble/hashes/blake2.js';

/** Decryption and encryption in the formats of NaCl, as the apps and the push forwarding service do it. */

/** The box begins with the nonce. @throws Error if the key is wrong */
export function openSecretBox(base64: string, key: Uint8Array): string {
  const box = Buffer.from(base64, 'base64');
  return Buffer.from(xsalsa20poly1305(key, box.subarray(0, 24)).decrypt(box.subarray(24))).toString();
}

export type BoxKeys = { publicKey: Buffer; privateKey: KeyObject };

const prefix = Buffer.from('302a300506032b656e032100', 'hex');
const rawKey = (key: KeyObject): Buffer =>
  key.export({ format: 'der', type: 'spki' }).subarray(prefix.length);
const toKey = (raw: Buffer): KeyObject =>
  createPublicKey({ key: Buffer.concat([prefix, raw]), format: 'der', type: 'spki' });

export function createBoxKeys(): BoxKeys {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  return { publicKey: rawKey(publicKey), privateKey };
}

const words = (bytes: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(bytes).buffer);

function cipherFor(privateKey: KeyObject, other: Buffer, nonceParts: Buffer[]) {
  const shared = diffieHellman({ privateKey, publicKey: toKey(other) });
  const key = new Uint32Array(8);
  hsalsa(words(Buffer.from('expand 32-byte k')), words(shared), new Uint32Array(4), key);
  return xsalsa20poly1305(new Uint8Array(key.buffer), blake2b(Buffer.concat(nonceParts), { dkLen: 24 }));
}

/** @throws Error if the keys are wrong */
export function openSealedBox(base64: string, { publicKey, privateKey }: BoxKeys): string {
  const box = Buffer.from(base64, 'base64');
  const sender = box.subarray(0, 32);
  const cipher = cipherFor(privateKey, sender, [sender, publicKey]);
  return Buffer.from(cipher.decrypt(box.subarray(32))).toString();
}

/** Encrypts a text for the holder of the private key that belongs to `publicKey`, as `crypto_box_seal` does. */
export function sealBox(text: string, publicKey: Buffer): string {
  const own = createBoxKeys();
  const cipher = cipherFor(own.privateKey, publicKey, [own.publicKey, publicKey]);
  return Buffer.concat([own.publicKey, cipher.encrypt(Buffer.from(text))]).toString('base64');
}
