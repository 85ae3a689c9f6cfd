import { errors } from '@parley/core';

const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** English name of a language tag; undefined for what is none. */
function nameOf(tag: string): string | undefined {
  try {
    return english.of(tag);
  } catch {
    return undefined;
  }
}

/** The name that events carry beside a language; the tag itself when it has none. */
export const languageName = (tag: string): string => nameOf(tag.replace('_', '-')) ?? tag;

/** @throws BAD_REQUEST when there is no such language. */
export function checkLanguage(tag: string): string {
  if (nameOf(tag.replace('_', '-')) === undefined) throw errors.badRequest('Invalid default_language');
  return tag;
}

/** The time zone as it was given; empty for none. @throws BAD_REQUEST when there is no such zone. */
export function checkTimezone(given: string): string {
  if (given === '') return given;
  try {
    new Intl.DateTimeFormat('en', { timeZone: given });
  } catch {
    throw errors.badRequest('Invalid timezone');
  }
  if (/^[+-]/.test(given)) throw errors.badRequest('Invalid timezone');
  return given;
}
