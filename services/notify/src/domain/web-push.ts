import { createECDH } from 'node:crypto';

/** A browser's push subscription: the address for push messages, and the keys that encrypt them (base64url). */
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
 * A message to one person is delivered even when the battery of the device is low (RFC 8030, 5.3). A message to many
 * people may wait.
 */
export const urgencyOf = (reason: string): Urgency =>
  reason === 'direct_message' || reason === 'mention' ? 'high' : 'normal';

/** Longest and shortest time until a push is tried again. */
const retryMs = { first: 30_000, longest: 3_600_000 };

/**
 * Returns after how long a push is tried again, which doubles with each attempt.
 * @param askedMs what the push service asks for, which counts up to the longest time
 */
export function retryDelayMs(attempts: number, askedMs = 0): number {
  const delayMs = retryMs.first * 2 ** Math.min(attempts - 1, 10);
  return Math.min(Math.max(delayMs, askedMs), retryMs.longest);
}

const pointBytes = 65;
const authBytes = 16;

/** Returns whether texts are the keys of a subscription: an uncompressed point of P-256, and 16 bytes. */
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
