import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** Removes the addresses of archives from the list of exports, for API keys with limits. */
export function withoutArchiveAddresses(event: EventJson, form: Form): EventJson[] {
  if (!has(form, 'without_credentials') || !Array.isArray(event.exports)) return [event];
  return [{ ...event, exports: event.exports.map((each: object) => ({ ...each, export_url: null })) }];
}
