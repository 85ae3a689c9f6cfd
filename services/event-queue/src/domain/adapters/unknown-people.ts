import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/**
 * For clients without `user_list_incomplete`, which must know every user: a user whom the guest can no longer see stays,
 * under a placeholder name.
 */
export function withUnknownPeople(event: EventJson, form: Form): EventJson[] {
  if (event.op !== 'remove' || has(form, 'user_list_incomplete')) return [event];
  return [{ ...event, op: 'update' }];
}
