import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

type Person = { user_id: number; email: string; server_timestamp: number; presence: object };

/**
 * Adapts presence events. Clients with the capability `simplified_presence_events` receive presence by user ID. Other clients
 * receive an older format, which contains the user's e-mail address unless the client requested `slim_presence`.
 */
export function presenceByForm({ person, ...event }: EventJson, form: Form): EventJson[] {
  if (has(form, 'simplified_presence_events')) return [event];
  const { email, ...rest } = person as Person;
  return [{ type: event.type, ...rest, ...(!has(form, 'slim_presence') && { email }) }];
}
