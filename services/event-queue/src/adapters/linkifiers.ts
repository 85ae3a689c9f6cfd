import { type Form, has } from '../domain/form.ts';
import type { EventJson } from './index.ts';

/** Without `linkifier_url_template` no linkifier events are sent (specification, register). */
export const withoutLinkifierTemplates = (event: EventJson, form: Form): EventJson[] =>
  has(form, 'linkifier_url_template') ? [event] : [];
