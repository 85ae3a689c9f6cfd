/** RFC 6238 with six digits, time steps of 30 seconds and SHA-1, because all apps support this. */
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const stepSeconds = 30;
const digits = 6;
/** Number of time steps before and after the current one whose codes are accepted, because clocks of phones differ. */
const tolerance = 1;
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Returns a new secret of 160 bits, in base32. */
export const newTotpSecret = (): string => base32(randomBytes(20));

/** Encodes bytes in base32 (RFC 4648) without padding. */
export function base32(bytes: Uint8Array): string {
  let bits = '';
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((part) => alphabet[Number.parseInt(part.padEnd(5, '0'), 2)])
    .join('');
}

function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

export function totpCode(secret: string, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', fromBase32(secret)).update(counter).digest();
  const at = mac.readUInt8(mac.length - 1) & 0xf;
  return String((mac.readUInt32BE(at) & 0x7fffffff) % 10 ** digits).padStart(digits, '0');
}

export const totpStep = (ms: number): number => Math.floor(ms / 1000 / stepSeconds);

type Validity = { now: number; lastStep: number };

/** Undefined for a wrong code, and for a code whose time step is not later than `lastStep`. */
export const acceptedStep = (secret: string, code: string, { now, lastStep }: Validity): number | undefined =>
  stepsOf(secret, code, now).find((step) => step > lastStep);

/** Returns whether a code is right at this time, but was used already, or belongs to an earlier time step than the last used one. */
export const isRepeated = (secret: string, code: string, { now, lastStep }: Validity): boolean =>
  stepsOf(secret, code, now).some((step) => step <= lastStep);

/** Returns the time steps that are tolerated at a time and have this code. Compares in constant time. */
function stepsOf(secret: string, code: string, now: number): number[] {
  const given = Buffer.from(code.replaceAll(/\s/g, ''));
  const steps: number[] = [];
  for (let step = totpStep(now) - tolerance; step <= totpStep(now) + tolerance; step++) {
    const expected = Buffer.from(totpCode(secret, step));
    if (given.length === expected.length && timingSafeEqual(given, expected)) steps.push(step);
  }
  return steps;
}

/** Returns the URL that authenticator apps read from a QR code. */
export function totpUri(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`;
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`;
}
