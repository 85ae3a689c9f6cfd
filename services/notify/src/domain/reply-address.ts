import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * The conversation and person that a reply address stands for: the message names the conversation, wherever it is now.
 */
export type ReplyPlace = { userId: number; messageId: number };

const purpose = 'mail reply address';
const dayMs = 86_400_000;
/** Days for which a reply address is valid. */
const validDays = 30;
/** Hexadecimal characters of a signature: 128 bits. */
const signatureLength = 32;

const form = /^reply\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([0-9a-f]{32})$/;

const signatureOf = (signed: string, secretKey: string): string =>
  createHmac('sha256', secretKey).update(`${purpose} ${signed}`).digest('hex').slice(0, signatureLength);

/**
 * Returns the part of a reply address before the `@`: at most 64 characters (RFC 5321, 4.5.3.1.1), and the same in
 * either case, because some mail servers change it. Nothing is stored: the signature proves that this server created
 * the address.
 */
export function replyLocalPart({ userId, messageId }: ReplyPlace, nowMs: number, secretKey: string): string {
  const lastDay = Math.floor(nowMs / dayMs) + validDays;
  const signed = [userId, messageId, lastDay].map((each) => each.toString(36)).join('.');
  return `reply.${signed}.${signatureOf(signed, secretKey)}`;
}

/**
 * Returns what a reply address stands for.
 * @param localPart in lower case
 * @returns undefined when it is no reply address of this server; `expired` when it was one
 */
export function parseReplyLocalPart(
  localPart: string,
  nowMs: number,
  secretKey: string,
): ReplyPlace | 'expired' | undefined {
  const [, userId = '', messageId = '', lastDay = '', signature = ''] = form.exec(localPart) ?? [];
  if (signature === '') return undefined;
  const expected = Buffer.from(signatureOf(`${userId}.${messageId}.${lastDay}`, secretKey));
  if (!timingSafeEqual(expected, Buffer.from(signature))) return undefined;
  if (Number.parseInt(lastDay, 36) < Math.floor(nowMs / dayMs)) return 'expired';
  return { userId: Number.parseInt(userId, 36), messageId: Number.parseInt(messageId, 36) };
}
