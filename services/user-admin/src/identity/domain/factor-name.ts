import { errors } from '@parley/core';

const maxLength = 60;

/**
 * Checks the name of a passkey or API key, and returns it trimmed.
 * @throws BAD_REQUEST when it is empty, too long, or contains control characters
 */
export function checkFactorName(given: string): string {
  const name = given.trim();
  if (name === '' || [...name].length > maxLength || /\p{Cc}/u.test(name)) {
    throw errors.badRequest('The name must have 1 to 60 characters.');
  }
  return name;
}
