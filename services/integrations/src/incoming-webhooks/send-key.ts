import { createHash, randomUUID } from 'node:crypto';
import { hashedUuid } from '@parley/core';
import type { UserId } from '@parley/rules';

/** Headers with which tools name a delivery, so that a repeated one is recognized. */
const deliveryHeaders = [
  'x-github-delivery',
  'x-gitlab-event-uuid',
  'x-gitea-delivery',
  'x-forgejo-delivery',
  'x-gogs-delivery',
  'x-request-uuid',
  'webhook-id',
  'svix-id',
  'idempotency-key',
  'x-chatwoot-delivery',
  'x-delivery-id',
  'x-amz-sns-message-id',
  'paypal-transmission-id',
];

/** Requests with one delivery ID to one address of a bot have one idempotency key, so a repeated delivery is one message. */
export function sendKeyOf(
  headers: Readonly<Record<string, string>>,
  address: { botId: UserId; integration: string; query: string },
): string {
  const name = deliveryHeaders.find((each) => (headers[each] ?? '') !== '');
  if (name === undefined) return randomUUID();
  const { botId, integration, query } = address;
  return uuidOf(JSON.stringify([botId, integration, query, name, headers[name]]));
}

/** Returns a UUID that is the same for the same text. */
export const uuidOf = (text: string): string => hashedUuid(createHash('sha256').update(text).digest());
