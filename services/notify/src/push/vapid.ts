import { createPrivateKey, sign } from 'node:crypto';
import { webPushKeys } from '@parley/core';

/** Validity of a token in seconds; at most a day (RFC 8292, 2). */
const tokenSeconds = 12 * 3600;
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the value of the header `Authorization` for a push service. */
export type Authorization = (endpoint: URL, nowMs: number) => string;

/**
 * Creates a function that signs the identification of this server for push services (VAPID, RFC 8292).
 * @param contact `https:` or `mailto:` address of the operator
 */
export function createVapid(secretKey: string, contact: string): Authorization {
  const { privateKey, publicKey } = webPushKeys(secretKey);
  const key = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      d: privateKey.toString('base64url'),
      x: publicKey.subarray(1, 33).toString('base64url'),
      y: publicKey.subarray(33).toString('base64url'),
    },
  });
  return ({ origin }, nowMs) => {
    const expiresAt = Math.floor(nowMs / 1000) + tokenSeconds;
    const claims = { aud: origin, exp: expiresAt, sub: contact };
    const text = `${base64url({ typ: 'JWT', alg: 'ES256' })}.${base64url(claims)}`;
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
  };
}
