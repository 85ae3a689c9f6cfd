import { createHash, randomUUID } from 'node:crypto';

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
];

/**
 * Returns the idempotency key of the message that a request becomes. Requests with the same delivery ID to the same address of a bot have the
 * same one, so a delivery that a tool repeats becomes one message.
 */
export function sendKeyOf(
  headers: Readonly<Record<string, string>>,
  address: { botId: number; integration: string; query: string },
): string {
  const name = deliveryHeaders.find((each) => (headers[each] ?? '') !== '');
  if (name === undefined) return randomUUID();
  const { botId, integration, query } = address;
  return uuidOf(JSON.stringify([botId, integration, query, name, headers[name]]));
}

/** Returns a UUID (version 8, RFC 9562) that is the same for the same text. */
export function uuidOf(text: string): string {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
