import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** Removes the person from reactions, who is named by `user_id` too, for clients with the capability `reactions_without_user`. */
export function withoutReactingUser({ user, ...event }: EventJson, form: Form): EventJson[] {
  return [has(form, 'reactions_without_user') || user === undefined ? event : { ...event, user }];
}
