import { createHmac, timingSafeEqual } from 'node:crypto';

/** Maximum length of the URL of a picture that is loaded for readers, in characters. */
const maxLength = 2_000;
const base = '/external_content/';

/**
 * Returns the path at which this server passes on a picture of another host: `/external_content/<signature>/<URL in hex>`.
 * Because of the signature, only URLs in messages can be loaded through this server. Returns undefined for URLs that are too
 * long, or neither http nor https.
 */
export function externalPicturePath(url: string, key: string): string | undefined {
  if (url.length > maxLength || !/^https?:\/\//i.test(url)) return undefined;
  return `${base}${signatureOf(url, key).toString('hex')}/${Buffer.from(url).toString('hex')}`;
}

/** Returns the URL in `signed`, the part of a path after `/external_content/`. Undefined when the signature is wrong. */
export function readExternalPicture(signed: string, key: string): string | undefined {
  const match =
    signed.length <= 65 + 6 * maxLength ? /^([0-9a-f]{64})\/((?:[0-9a-f]{2})+)$/.exec(signed) : null;
  if (!match) return undefined;
  const [, signature = '', encoded = ''] = match;
  const url = Buffer.from(encoded, 'hex').toString();
  return timingSafeEqual(Buffer.from(signature, 'hex'), signatureOf(url, key)) ? url : undefined;
}

/** Signs all paths of pictures with a key. Only for texts that nobody else can write: anything in the form of a path gets a signature. */
export const resignPictures = (text: string, key: string): string =>
  text.replaceAll(/\/external_content\/[0-9a-f]{64}\/((?:[0-9a-f]{2}){1,8000})/g, (path, hex: string) => {
    return externalPicturePath(Buffer.from(hex, 'hex').toString(), key) ?? path;
  });

const signatureOf = (url: string, key: string): Buffer =>
  createHmac('sha256', key).update(`parley external picture\0${url}`).digest();
