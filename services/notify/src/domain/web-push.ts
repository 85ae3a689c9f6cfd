import { createECDH } from 'node:crypto';
import type { MessageId } from '@parley/rules';
import type { Direction } from '@parley/rules/direction';

/** Push subscription of a browser: the URL to which push messages are sent, and the keys to encrypt them with (base64url). */
export type Subscription = { endpoint: string; p256dh: string; auth: string };

/** Content of a push message. docs/api/organization.md#push-notifications documents its members. */
export type PushContent = {
  type: 'message';
  message_id: MessageId;
  title: string;
  body: string;
  /** In which the text of the message is written, whatever the name before it; absent for hidden texts. */
  direction?: Direction;
  url: string;
  tag: string;
  time: number;
  reason: string;
  organization: string;
};

export type Urgency = 'high' | 'normal';

/** RFC 8030, section 5.3. Direct messages and mentions are delivered even with a low battery. */
export const urgencyOf = (reason: string): Urgency =>
  reason === 'direct_message' || reason === 'mention' ? 'high' : 'normal';

const retryMs = { first: 30_000, longest: 3_600_000 };

/** Doubles up to the longest delay, in milliseconds. @param askedMs minimum that the push service asks for */
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
