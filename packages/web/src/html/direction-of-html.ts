import { type Direction, hasRightToLeft } from '@parley/rules/direction';
import { setDirections } from '../i18n/direction.ts';
import { sanitize } from './sanitize.ts';

/**
 * Returns the direction of a rendered message by its HTML, which is not inserted into the page. Only the sanitizer may parse HTML: the
 * browser refuses it to other code (trusted types).
 */
export const directionOfHtml = (html: string): Direction =>
  hasRightToLeft(html) ? setDirections(sanitize(html)) : 'ltr';
