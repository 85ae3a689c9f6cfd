import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** One event per message instead of one event with all deleted messages (docs/events.md#ids). */
export function singleDeletions(event: EventJson, form: Form): EventJson[] {
  if (has(form, 'bulk_message_deletion') || !Array.isArray(event.message_ids)) return [event];
  const { message_ids: ids, ...rest } = event;
  return ids.map((id) => ({ ...rest, message_id: id }));
}
