import { type Form, has } from '../domain/form.ts';
import type { EventJson } from './index.ts';

type Person = { user_id: number; email: string; server_timestamp: number; presence: object };

/**
 * With `simplified_presence_events` all changes at once, by user ID; without, one event per person in the older
 * format, with the address unless `slim_presence` was asked for.
 */
export function presenceByForm({ people, ...event }: EventJson, form: Form): EventJson[] {
  if (has(form, 'simplified_presence_events')) return [event];
  return ((people ?? []) as Person[]).map(({ email, ...person }) => ({
    type: event.type,
    ...person,
    ...(!has(form, 'slim_presence') && { email }),
  }));
}
