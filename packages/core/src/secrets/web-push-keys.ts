import { createECDH, hkdfSync } from 'node:crypto';

/** A P-256 key pair: the private scalar, and the public point in uncompressed form. */
export type WebPushKeys = { privateKey: Buffer; publicKey: Buffer };

/**
 * Derives the keys with which the server identifies itself to push services (VAPID, RFC 8292) from its secret key. So all
 * services and replicas have the same keys, and nothing is stored. After a change of the secret key, browsers must subscribe
 * again.
 */
export function webPushKeys(secretKey: string): WebPushKeys {
  const privateKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'parley web push', 32));
  // A private key must be below the order of P-256, which is larger than 2^255. A number whose first bit is 0 always is.
  privateKey[0] = privateKey.readUInt8() & 0x7f;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return { privateKey, publicKey: ecdh.getPublicKey() };
}
