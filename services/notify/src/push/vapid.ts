import { createPrivateKey, sign } from 'node:crypto';
import { webPushKeys } from '@parley/core';
import { LRUCache } from 'lru-cache';

/** Lifetime of a token, in seconds. RFC 8292, section 2, permits at most a day. */
const tokenSeconds = 12 * 3600;
/** In milliseconds. Push services permit this, and signing costs as much as encrypting a message. */
const reuseMs = 3_600_000;
/** Maximum number of push services whose tokens are cached. */
const maxOrigins = 200;
const base64url = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Returns the value of the header field `Authorization` for a request to an endpoint. */
export type Authorization = (endpoint: URL, nowMs: number) => string;

/** VAPID, RFC 8292. @param contact `https:` or `mailto:` URL of the operator */
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
  const tokenFor = (origin: string, nowMs: number) => {
    const expiresAt = Math.floor(nowMs / 1000) + tokenSeconds;
    const claims = { aud: origin, exp: expiresAt, sub: contact };
    const text = `${base64url({ typ: 'JWT', alg: 'ES256' })}.${base64url(claims)}`;
    const signature = sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' });
    return `vapid t=${text}.${signature.toString('base64url')}, k=${publicKey.toString('base64url')}`;
  };
  const signed = new LRUCache<string, { value: string; renewAtMs: number }>({ max: maxOrigins });
  return ({ origin }, nowMs) => {
    const known = signed.get(origin);
    if (known && known.renewAtMs > nowMs) return known.value;
    const value = tokenFor(origin, nowMs);
    signed.set(origin, { value, renewAtMs: nowMs + reuseMs });
    return value;
  };
}
