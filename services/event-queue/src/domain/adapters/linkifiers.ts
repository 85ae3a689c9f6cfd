import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** For clients without `linkifier_url_template`: no linkifier events. */
export const withoutLinkifierTemplates = (event: EventJson, form: Form): EventJson[] =>
  has(form, 'linkifier_url_template') ? [event] : [];
