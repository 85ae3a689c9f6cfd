import { errors } from '@parley/core';
import type { Scope, User } from '@parley/facts';
import { isAdministrator } from '../domain/permissions.ts';

/** @throws UNAUTHORIZED_PRINCIPAL for other callers */
export const administrator = (scope: Scope): Promise<User> =>
  scope.confirmed(async (deciding) => {
    const caller = await deciding.caller();
    if (isAdministrator(caller)) return caller;
    throw errors.administratorRequired();
  });
