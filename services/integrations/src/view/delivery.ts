import { type Language, reasonText } from '@parley/texts';
import type { IncomingDelivery } from '../db/incoming-deliveries.ts';
import type { OutgoingDelivery } from '../db/outgoing-deliveries.ts';

/** Returns a request of a tool as the API shows it, with its reason in a language. */
export const presentIncoming = (delivery: IncomingDelivery, language: Language) => ({
  id: delivery.deliveryId,
  direction: 'in' as const,
  state: delivery.state,
  timestamp: delivery.receivedAt,
  integration: delivery.integration,
  event: delivery.event,
  query: delivery.query,
  headers: JSON.parse(delivery.headers) as Record<string, string>,
  payload: delivery.body === null ? null : delivery.body.toString().toWellFormed(),
  payload_bytes: delivery.bodyBytes,
  status: delivery.status,
  reason: reasonText(language, delivery.detail),
  message_id: delivery.messageId,
});

/** Returns a message to a program as the API shows it, with its reason in a language. */
export const presentOutgoing = (delivery: OutgoingDelivery, language: Language) => ({
  id: delivery.deliveryId,
  direction: 'out' as const,
  state: delivery.state,
  timestamp: delivery.createdAt,
  trigger: delivery.trigger,
  message_id: delivery.messageId,
  attempts: delivery.attempts,
  next_attempt_at: delivery.state === 'waiting' ? delivery.nextAt : null,
  finished_at: delivery.finishedAt,
  payload: delivery.payload,
  status: delivery.status,
  response: delivery.response,
  reason: reasonText(language, delivery.error),
  reply_id: delivery.replyId,
});
