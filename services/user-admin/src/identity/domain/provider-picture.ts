/** Pictures of people as identity providers send them. Does no I/O. */
import { createHash } from 'node:crypto';

const maxUrlLength = 2_000;
/** Longest picture that a provider sends itself, in characters of base64 (1 MiB). */
const maxDataLength = 1_400_000;
/** A shorter text is a name or an ID, not a picture in base64. */
const minDataLength = 64;

/**
 * Returns the address of a picture: a web address, or a `data:` URL for a picture that the provider sent itself, as bytes or in
 * base64. Undefined for anything else, so that a wrong attribute has no effect.
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

/** Returns the picture that the provider sent itself; undefined for a web address. */
export function pictureBytes(address: string): Buffer | undefined {
  const [, base64] = /^data:;base64,(.*)$/.exec(address) ?? [];
  return base64 === undefined ? undefined : Buffer.from(base64, 'base64');
}

/** Returns a hash by which a changed picture is recognized. */
export const pictureDigest = (address: string): Buffer => createHash('sha256').update(address).digest();

/** A picture that an account got from a provider, or will get. */
export type KnownPicture = {
  method: string;
  /** Null after the provider's picture could not be loaded, so that the next sign-in tries again. */
  digest: Buffer | null;
  /** Path of the picture on this server; null before it was stored. */
  storedPath: string | null;
};

/** Returns whether the picture of an account is one that the person or an administrator uploaded. */
export const hasOwnPicture = (
  { avatarSource, avatarUrl }: { avatarSource: string; avatarUrl: string },
  known: readonly KnownPicture[],
): boolean => avatarSource === 'U' && !known.some(({ storedPath }) => storedPath === avatarUrl);
