import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** Removes linkifier events for clients without `linkifier_url_template`. */
export const withoutLinkifierTemplates = (event: EventJson, form: Form): EventJson[] =>
  has(form, 'linkifier_url_template') ? [event] : [];
