import { errors, errorText } from '@parley/core';
import { hiddenCharacter } from './text.ts';

/**
 * Checks that a name has no hidden characters, with which two names would look alike.
 * @param parameter name of the request parameter
 * @throws BAD_REQUEST otherwise
 */
export function refuseHidden(name: string, parameter: string): void {
  if (hiddenCharacter.test(name)) {
    throw errors.badRequest(errorText('{parameter} must not contain hidden characters', { parameter }));
  }
}
