import type { IncomingHttpHeaders } from 'node:http';
import { type Language, preferredLanguage } from '@parley/texts';

/** `Accept-Language`, otherwise the setting `own`, otherwise English (docs/api/requests.md#languages). */
export const answerLanguage = (headers: IncomingHttpHeaders, own: Language | undefined): Language =>
  preferredLanguage(headers['accept-language']) ?? own ?? 'en';
