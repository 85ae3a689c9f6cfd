import type { ParameterValues } from './encode.ts';

/** Names of idempotent write operations. Repeating one leads to the same state. */
const retryableWrites: ReadonlySet<string> = new Set([
  'add-alert-words',
  'delete-queue',
  'edit-draft',
  'get-join-offer',
  'mark-all-as-read',
  // A repeated attempt may create an additional queue, which is harmless because unused queues expire.
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

/** Returns whether a call can be retried when the outcome of an attempt is unknown. */
export function isRetryable(operation: string, method: string, values: ParameterValues): boolean {
  if (method === 'GET') return true;
  // The server recognizes a retry by queue ID and local ID, and returns the message that the first attempt created.
  if (operation === 'send-message') return values.local_id !== undefined && values.queue_id !== undefined;
  return retryableWrites.has(operation);
}
