import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/**
 * Adapts events for clients without the capability `user_list_incomplete`, which expect to know every user. When a guest can no
 * longer see a user, such a client is not told to remove the user, but to rename them to a placeholder.
 */
export function withUnknownPeople(event: EventJson, form: Form): EventJson[] {
  if (event.op !== 'remove' || has(form, 'user_list_incomplete')) return [event];
  return [{ ...event, op: 'update' }];
}
