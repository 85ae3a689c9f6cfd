import { errors } from '@parley/core';
import { codePoints, limits, refuseHidden } from '@parley/rules';

/** Returns the trimmed name. @throws BAD_REQUEST when it is empty, too long, or has hidden characters */
export function checkFactorName(given: string): string {
  const name = given.trim();
  if (name === '' || codePoints(name) > limits.factorNameLength) {
    throw errors.badRequest('The name must have 1 to 60 characters.');
  }
  refuseHidden(name, 'name');
  return name;
}
