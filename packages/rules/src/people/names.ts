import { errors, errorText } from '@parley/core';
import { hiddenCharacter } from '../text/text.ts';

/** Two names would look alike. @param parameter name of the request parameter @throws BAD_REQUEST */
export function refuseHidden(name: string, parameter: string): void {
  if (hiddenCharacter.test(name)) {
    throw errors.badRequest(errorText('{parameter} must not contain hidden characters', { parameter }));
  }
}
