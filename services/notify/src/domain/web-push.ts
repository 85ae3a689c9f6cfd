import { createECDH } from 'node:crypto';

/** Push subscription of a browser: the URL to which push messages are sent, and the keys to encrypt them with (base64url). */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** Content of a push message. docs/api/organization.md#push-notifications documents its members. */
export type PushContent = {
  type: 'message';
  message_id: number;
  title: string;
  body: string;
  url: string;
  tag: string;
  time: number;
  reason: string;
  organization: string;
};

export type Urgency = 'high' | 'normal';

/**
 * Returns the urgency of a push (RFC 8030, section 5.3). Direct messages, and mentions of the person or of a group, are
 * urgent: they are delivered even when the battery of the device is low. Other messages may wait.
 */
export const urgencyOf = (reason: string): Urgency =>
  reason === 'direct_message' || reason === 'mention' ? 'high' : 'normal';

/** First and longest delay before a retry, in milliseconds. */
const retryMs = { first: 30_000, longest: 3_600_000 };

/**
 * Returns the delay before the next attempt, in milliseconds. It doubles with each attempt, up to the longest delay.
 * @param askedMs minimum delay that the push service asks for; when it is longer than the longest delay, the longest delay is used
 */
export function retryDelayMs(attempts: number, askedMs = 0): number {
  const delayMs = retryMs.first * 2 ** Math.min(attempts - 1, 10);
  return Math.min(Math.max(delayMs, askedMs), retryMs.longest);
}

const pointBytes = 65;
const authBytes = 16;

/** Returns whether the texts are valid keys of a subscription: an uncompressed point of the curve P-256, and 16 bytes. */
export function areSubscriptionKeys({ p256dh, auth }: Pick<Subscription, 'p256dh' | 'auth'>): boolean {
  const point = Buffer.from(p256dh, 'base64url');
  if (point.length !== pointBytes || Buffer.from(auth, 'base64url').length !== authBytes) return false;
  try {
    const ecdh = createECDH('prime256v1');
    ecdh.generateKeys();
    ecdh.computeSecret(point);
    return true;
  } catch {
    return false;
  }
}
