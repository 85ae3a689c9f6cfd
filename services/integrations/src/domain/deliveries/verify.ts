import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretVerification, WebhookEvent } from '../integration.ts';

/** What a sender can sign. */
export type Signed = Pick<WebhookEvent, 'headers' | 'query' | 'raw'> & { bytes: Uint8Array };

/** Seconds by which the time of a signature may differ from the time of the server. */
const toleranceSeconds = 300;

/** Returns whether a request proves that its sender knows the secret. */
export function isSigned(
  verification: SecretVerification,
  request: Signed,
  secret: string,
  nowSeconds: number,
): boolean {
  const { headers } = request;
  switch (verification.kind) {
    case 'hmac': {
      const { header, algorithm, encoding, prefix = '' } = verification;
      const given = headers[header.toLowerCase()];
      if (given === undefined) return false;
      const expected = createHmac(algorithm, secret).update(request.bytes).digest(encoding);
      // Several signatures are separated by commas.
      return given.split(',').some((each) => {
        const text = each.trim();
        if (!text.toLowerCase().startsWith(prefix.toLowerCase())) return false;
        const digest = text.slice(prefix.length);
        return sameText(encoding === 'hex' ? digest.toLowerCase() : digest, expected);
      });
    }
    case 'token': {
      const given = headers[verification.header.toLowerCase()];
      const { prefix = '' } = verification;
      return given?.startsWith(prefix) === true && sameText(given.slice(prefix.length), secret);
    }
    case 'tokenOrStandard':
      return (
        isSigned({ kind: 'token', header: verification.header }, request, secret, nowSeconds) ||
        isSigned({ kind: 'standard' }, request, secret, nowSeconds)
      );
    case 'parameter':
      return sameText(request.query[verification.parameter] ?? '', secret);
    case 'basic': {
      const encoded = /^basic +([A-Za-z0-9+/=_-]+)$/i.exec(headers.authorization ?? '')?.[1];
      if (encoded === undefined) return false;
      const pair = Buffer.from(encoded, 'base64').toString();
      // The secret is the password, or the whole `name:password`.
      return sameText(pair.slice(pair.indexOf(':') + 1), secret) || sameText(pair, secret);
    }
    case 'stripe': {
      const parts = (headers[verification.header.toLowerCase()] ?? '')
        .split(',')
        .map((part) => part.split('='));
      const time = parts.find(([name]) => name === 't')?.[1] ?? '';
      if (!isRecent(time, nowSeconds)) return false;
      const expected = hmac(secret, `${time}.`, request.bytes, 'hex');
      return parts.some(([name, value = '']) => name === 'v1' && sameText(value, expected));
    }
    case 'slack': {
      const time = headers['x-slack-request-timestamp'] ?? '';
      if (!isRecent(time, nowSeconds)) return false;
      const expected = `v0=${hmac(secret, `v0:${time}:`, request.bytes, 'hex')}`;
      return sameText(headers['x-slack-signature'] ?? '', expected);
    }
    case 'standard': {
      const prefix = verification.headerPrefix ?? 'webhook';
      const [id = '', time = '', given = ''] = ['id', 'timestamp', 'signature'].map(
        (name) => headers[`${prefix}-${name}`],
      );
      if (id === '' || !isRecent(time, nowSeconds)) return false;
      const expected = hmac(standardKey(secret), `${id}.${time}.`, request.bytes, 'base64');
      return given.split(' ').some((each) => sameText(each.replace(/^v1,/, ''), expected));
    }
    case 'custom': {
      const pair = verification.pair(request, secret, (algorithm, text, encoding) =>
        createHmac(algorithm, secret).update(text).digest(encoding),
      );
      return pair !== undefined && pair.expected !== '' && sameText(pair.given, pair.expected);
    }
  }
}

/** Returns the key of a secret of Standard Webhooks: `whsec_` and its base64, or the text itself. */
export const standardKey = (secret: string): Uint8Array =>
  secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);

function hmac(key: string | Uint8Array, lead: string, bytes: Uint8Array, encoding: 'hex' | 'base64'): string {
  return createHmac('sha256', key).update(lead).update(bytes).digest(encoding);
}

const isRecent = (time: string, nowSeconds: number): boolean =>
  /^\d{1,12}$/.test(time) && Math.abs(nowSeconds - Number(time)) <= toleranceSeconds;

/** Compares in a time that does not depend on the texts. */
function sameText(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(given), hash(expected));
}
