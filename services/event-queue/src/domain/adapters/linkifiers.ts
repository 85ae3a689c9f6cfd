import { type Form, has } from '../form.ts';
import type { EventJson } from './event-json.ts';

/** Without `linkifier_url_template` no linkifier events are sent; see docs/api/register.md#capabilities. */
export const withoutLinkifierTemplates = (event: EventJson, form: Form): EventJson[] =>
  has(form, 'linkifier_url_template') ? [event] : [];
