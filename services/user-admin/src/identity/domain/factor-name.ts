import { errors } from '@parley/core';

const maxLength = 60;

/** Trims the name of a passkey or key and returns it. @throws BAD_REQUEST when it is empty or too long */
export function checkFactorName(given: string): string {
  const name = given.trim();
  if (name === '' || [...name].length > maxLength || /\p{Cc}/u.test(name)) {
    throw errors.badRequest('The name must have 1 to 60 characters.');
  }
  return name;
}
