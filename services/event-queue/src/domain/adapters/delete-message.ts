import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/**
 * Adapts deletions for clients without `bulk_message_deletion`: they receive one event for each deleted message
 * (docs/events.md#ids).
 */
export function singleDeletions(event: EventJson, form: Form): EventJson[] {
  if (has(form, 'bulk_message_deletion') || !Array.isArray(event.message_ids)) return [event];
  const { message_ids: ids, ...rest } = event;
  return (ids as number[]).map((id) => ({ ...rest, message_id: id }));
}
