import { createHmac, timingSafeEqual } from 'node:crypto';
import type { MessageId, UserId } from '@parley/rules';

/** A reply goes to the conversation that contains the message at the time of the reply. */
export type ReplyPlace = { userId: UserId; messageId: MessageId };

const purpose = 'mail reply address';
const dayMs = 86_400_000;
const validDays = 30;
/** Length of a signature in hexadecimal digits, which is 128 bits. */
const signatureLength = 32;

const form = /^reply\.([0-9a-z]{1,11})\.([0-9a-z]{1,11})\.([0-9a-z]{1,6})\.([0-9a-f]{32})$/;

const signatureOf = (signed: string, secretKey: string): string =>
  createHmac('sha256', secretKey).update(`${purpose} ${signed}`).digest('hex').slice(0, signatureLength);

/**
 * Returns the part of a reply address before the `@`. It has at most 64 characters (RFC 5321, section 4.5.3.1.1). It does not
 * depend on upper and lower case, because some mail servers change the case. Nothing is stored: the signature proves that this
 * server created the address.
 */
export function replyLocalPart({ userId, messageId }: ReplyPlace, nowMs: number, secretKey: string): string {
  const lastDay = Math.floor(nowMs / dayMs) + validDays;
  const signed = [userId, messageId, lastDay].map((each) => each.toString(36)).join('.');
  return `reply.${signed}.${signatureOf(signed, secretKey)}`;
}

/** @param localPart in lower case @returns undefined for an unknown address; `expired` when it has expired */
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
