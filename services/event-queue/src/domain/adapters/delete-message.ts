import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** Without `bulk_message_deletion`: one event per deleted message. */
export function singleDeletions(event: EventJson, form: Form): EventJson[] {
  if (has(form, 'bulk_message_deletion') || !Array.isArray(event.message_ids)) return [event];
  const { message_ids: ids, ...rest } = event;
  return (ids as number[]).map((id) => ({ ...rest, message_id: id }));
}
