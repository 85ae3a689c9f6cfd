import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum length of an address that is fetched for readers, in characters. */
const maxLength = 2_000;
const base = '/external_content/';

/**
 * Returns the path under which this server shows a picture of another host: `/external_content/<signature>/<address in
 * hex>`. With the signature, the server fetches only addresses that messages link to. Returns undefined for addresses
 * that are not fetched.
 */
export function externalPicturePath(url: string, key: string): string | undefined {
  if (url.length > maxLength || !/^https?:\/\//i.test(url)) return undefined;
  return `${base}${signatureOf(url, key).toString('hex')}/${Buffer.from(url).toString('hex')}`;
}

/**
 * Returns the address in `signed`, the part of a path after `/external_content/`; undefined if the signature is wrong.
 */
export function readExternalPicture(signed: string, key: string): string | undefined {
  const match =
    signed.length <= 65 + 6 * maxLength ? /^([0-9a-f]{64})\/((?:[0-9a-f]{2})+)$/.exec(signed) : null;
  if (!match) return undefined;
  const url = Buffer.from(match[2]!, 'hex').toString();
  return timingSafeEqual(Buffer.from(match[1]!, 'hex'), signatureOf(url, key)) ? url : undefined;
}

const signatureOf = (url: string, key: string): Buffer =>
  createHmac('sha256', key).update(`parley external picture\0${url}`).digest();
