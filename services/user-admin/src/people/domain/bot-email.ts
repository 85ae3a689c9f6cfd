import { errors } from '@parley/core';
import { checkEmail } from './account-rules.ts';

/** Returns the address of a bot. @throws BAD_REQUEST when the short name cannot be part of an address */
export function botEmail(shortName: string, host: string): string {
  const short = shortName.trim().replace(/-bot$/, '');
  if (!/^[\p{L}\p{N}._-]{1,50}$/u.test(short)) throw errors.badRequest('Bad name or username');
  return checkEmail(`${short}-bot@${host}`, host);
}
