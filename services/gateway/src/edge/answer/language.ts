import type { IncomingHttpHeaders } from 'node:http';
import { type Language, preferredLanguage } from '@parley/texts';

/**
 * Returns the language of an answer: the best match of `Accept-Language`, otherwise the caller's setting `own`, otherwise
 * English (docs/api/requests.md#languages).
 */
export const answerLanguage = (headers: IncomingHttpHeaders, own: Language | undefined): Language =>
  preferredLanguage(headers['accept-language']) ?? own ?? 'en';
