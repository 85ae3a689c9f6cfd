import { errors } from '@parley/core';

const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

function nameOf(tag: string): string | undefined {
  try {
    return english.of(tag);
  } catch {
    return undefined;
  }
}

/** Returns the English name of a language, for events. Returns the tag itself when the language has no name. */
export const languageName = (tag: string): string => nameOf(tag.replace('_', '-')) ?? tag;

/** Validates a language tag and returns it unchanged. @throws BAD_REQUEST for an unknown language */
export function checkLanguage(tag: string): string {
  if (nameOf(tag.replace('_', '-')) === undefined) throw errors.badRequest('Invalid default_language');
  return tag;
}

/** An empty string means no time zone. @throws BAD_REQUEST for an unknown time zone */
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

/** Returns the time zone that a browser sent if it is valid, or else an empty string. */
export function knownTimezone(given: string): string {
  try {
    return checkTimezone(given);
  } catch {
    return '';
  }
}
