import type { ParameterValues } from './encode.ts';

/** Idempotent writes. Repeating one leads to the same state and the same answer. */
const retryableWrites: ReadonlySet<string> = new Set([
  'add-alert-words',
  'delete-queue',
  'edit-draft',
  'get-join-offer',
  'mark-all-as-read',
  // Each attempt may create a queue. Unused queues expire.
  'register-queue',
  'remove-alert-words',
  'render-message',
  'set-typing-status',
  'set-typing-status-for-message-edit',
  'subscribe',
  'unsubscribe',
  'update-message-flags',
  'update-message-flags-for-narrow',
  'update-presence',
  'update-settings',
  'update-status',
  'update-subscription-settings',
  'update-user-topic',
]);

/** Returns whether a call can be repeated when the outcome of an attempt is unknown. */
export function isRetryable(operation: string, method: string, values: ParameterValues): boolean {
  if (method === 'GET') return true;
  // The server recognizes a repeated send by its queue ID and local ID, and answers with the message of the first
  // attempt.
  if (operation === 'send-message') return values.local_id !== undefined && values.queue_id !== undefined;
  return retryableWrites.has(operation);
}
