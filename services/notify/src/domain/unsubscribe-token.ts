import { createHmac, timingSafeEqual } from 'node:crypto';
import type { UserId } from '@parley/rules';

const purpose = 'unsubscribe notification mails';

const signatureOf = (userId: UserId, secretKey: string): string =>
  createHmac('sha256', secretKey).update(`${purpose} ${userId}`).digest('base64url');

/** Does not expire, because people keep mails for years. */
export const unsubscribeToken = (userId: UserId, secretKey: string): string =>
  `${userId}.${signatureOf(userId, secretKey)}`;

export function parseUnsubscribeToken(token: string, secretKey: string): number | undefined {
  const [id = '', signature = ''] = token.split('.', 2);
  if (!/^[1-9]\d{0,14}$/.test(id)) return undefined;
  const expected = Buffer.from(signatureOf(Number(id), secretKey));
  const given = Buffer.from(signature);
  return expected.length === given.length && timingSafeEqual(expected, given) ? Number(id) : undefined;
}
