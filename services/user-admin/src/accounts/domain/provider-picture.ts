import { createHash } from 'node:crypto';

const maxUrlLength = 2_000;
/** Maximum length of a picture that the provider sends as data, in base64 characters (1 MiB). */
const maxDataLength = 1_400_000;
/** Minimum length of base64 data. A shorter text is probably a name or an ID. */
const minDataLength = 64;

/**
 * Returns the URL of a picture that a provider has sent. For a picture that is sent as bytes or base64, this is a `data:` URL.
 * Returns undefined for values that look like something else, so that most wrongly configured attributes have no effect.
 */
export function pictureAddress(value: unknown): string | undefined {
  if (Buffer.isBuffer(value)) return dataUrl(value.toString('base64'));
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (/^https?:\/\//i.test(text)) {
    return text.length <= maxUrlLength && URL.canParse(text) ? new URL(text).href : undefined;
  }
  return dataUrl(text.replace(/^data:[\w/+.-]*;base64,/i, '').replaceAll(/\s+/g, ''));
}

function dataUrl(base64: string): string | undefined {
  const isPicture =
    base64.length >= minDataLength && base64.length <= maxDataLength && /^[A-Za-z0-9+/]+=*$/.test(base64);
  return isPicture ? `data:;base64,${base64}` : undefined;
}

export function pictureBytes(address: string): Buffer | undefined {
  const [, base64] = /^data:;base64,(.*)$/.exec(address) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

export const pictureDigest = (address: string): Buffer => createHash('sha256').update(address).digest();

export type KnownPicture = {
  method: string;
  /** Hash of the last picture's URL (`pictureDigest`); null to load this picture again when the provider sends it again. */
  digest: Buffer | null;
  /** Path of the picture on this server; null until it is stored. */
  storedPath: string | null;
};

/** Returns whether the account's picture was uploaded, by the person or by an administrator. */
export const hasOwnPicture = (
  { avatarSource, avatarUrl }: { avatarSource: string; avatarUrl: string },
  known: readonly KnownPicture[],
): boolean => avatarSource === 'U' && !known.some(({ storedPath }) => storedPath === avatarUrl);
