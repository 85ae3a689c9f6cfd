import { errors } from '@parley/core';
import { refuseHidden } from '@parley/rules';

const maxLength = 60;

/**
 * Checks the name of a passkey or API key, and returns it trimmed.
 * @throws BAD_REQUEST when it is empty, too long, or has hidden characters
 */
export function checkFactorName(given: string): string {
  const name = given.trim();
  if (name === '' || [...name].length > maxLength) {
    throw errors.badRequest('The name must have 1 to 60 characters.');
  }
  refuseHidden(name, 'name');
  return name;
}
