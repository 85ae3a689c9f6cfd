import { createECDH, hkdfSync } from 'node:crypto';

/** A key pair of P-256: the scalar, and the uncompressed point. */
export type WebPushKeys = { privateKey: Buffer; publicKey: Buffer };

/**
 * Derives the keys with which the server identifies itself to push services (VAPID, RFC 8292) from its secret key. So
 * all services and replicas have the same keys, and nothing is stored. With another secret key browsers must subscribe
 * again.
 */
export function webPushKeys(secretKey: string): WebPushKeys {
  const privateKey = Buffer.from(hkdfSync('sha256', secretKey, '', 'parley web push', 32));
  // The order of P-256 is larger than 2^255, so a number whose first bit is 0 is a valid private key.
  privateKey[0] = privateKey[0]! & 0x7f;
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(privateKey);
  return { privateKey, publicKey: ecdh.getPublicKey() };
}
