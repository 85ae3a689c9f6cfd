import { createHmac, timingSafeEqual } from 'node:crypto';

const purpose = 'mail bounce address';
const dayMs = 86_400_000;
/** Days for which delivery reports about a mail are accepted. Mail servers usually give up after about five days. */
const validDays = 14;
/** Length of a signature in hexadecimal digits, which is 128 bits. */
const signatureLength = 32;

const form = /^bounce\.([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([0-9a-f]{32})$/;

const signatureOf = (signed: string, secretKey: string): string =>
  createHmac('sha256', secretKey).update(`${purpose} ${signed}`).digest('hex').slice(0, signatureLength);

/**
 * Returns the local part of the address to which mail servers send delivery reports about a mail. Each mail has its own, signed
 * address. So a report identifies its mail, and only those who received the mail can send one.
 */
export function bounceLocalPart(mailId: number, nowMs: number, secretKey: string): string {
  const lastDay = Math.floor(nowMs / dayMs) + validDays;
  const signed = [mailId, lastDay].map((each) => each.toString(36)).join('.');
  return `bounce.${signed}.${signatureOf(signed, secretKey)}`;
}

/** @param localPart in lower case @returns undefined for an unknown address; `expired` when it has expired */
export function parseBounceLocalPart(
  localPart: string,
  nowMs: number,
  secretKey: string,
): number | 'expired' | undefined {
  const [, mailId = '', lastDay = '', signature = ''] = form.exec(localPart) ?? [];
  if (signature === '') return undefined;
  const expected = Buffer.from(signatureOf(`${mailId}.${lastDay}`, secretKey));
  if (!timingSafeEqual(expected, Buffer.from(signature))) return undefined;
  if (Number.parseInt(lastDay, 36) < Math.floor(nowMs / dayMs)) return 'expired';
  return Number.parseInt(mailId, 36);
}
