import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/**
 * Adapts events for clients without `user_list_incomplete`, which must know every user: a user that a guest can no
 * longer see is kept under a placeholder name.
 */
export function withUnknownPeople(event: EventJson, form: Form): EventJson[] {
  if (event.op !== 'remove' || has(form, 'user_list_incomplete')) return [event];
  return [{ ...event, op: 'update' }];
}
