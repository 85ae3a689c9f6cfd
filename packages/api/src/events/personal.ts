import { z } from 'zod';
import { event } from './event.ts';

/** Events about a user's own settings and lists, by `type` or `type/op`. */
export const personalEvents = {
  alert_words: event('alert_words', { alert_words: z.array(z.string()) }),
};
