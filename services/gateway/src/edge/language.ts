import type { IncomingHttpHeaders } from 'node:http';
import { type Language, preferredLanguage } from '@parley/texts';

/**
 * Returns the language of an answer: that of `Accept-Language`, else the caller's own, else English
 * (docs/api/requests.md#languages).
 */
export const answerLanguage = (headers: IncomingHttpHeaders, own: Language | undefined): Language =>
  preferredLanguage(headers['accept-language']) ?? own ?? 'en';
