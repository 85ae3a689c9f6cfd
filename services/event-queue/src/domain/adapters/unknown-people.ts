import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/**
 * Without `user_list_incomplete` everybody whom a client hears of must be known to it: who goes out of a guest's sight
 * stays, and has no name any more.
 */
export function withUnknownPeople(event: EventJson, form: Form): EventJson[] {
  if (event.op !== 'remove' || has(form, 'user_list_incomplete')) return [event];
  return [{ ...event, op: 'update' }];
}
