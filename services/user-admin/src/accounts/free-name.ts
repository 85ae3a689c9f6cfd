import { ParleyError, partBefore } from '@parley/core';
import type { UserId } from '@parley/rules';
import { usableName } from '../access/domain/external-identity.ts';
import type { TxScope } from '../kernel/scope.ts';
import { checkNewName } from './change-account.ts';

/**
 * Returns a permitted name for an account. It is the wanted name. If names must be unique and the name is taken, the local part
 * of the address is appended.
 * @param userId the account that gets the name; 0 for a new account
 * @throws BAD_REQUEST when neither name is permitted
 */
export async function freeName(
  tx: TxScope,
  { fullName, email }: { fullName: string; email: string },
  userId: UserId,
): Promise<string> {
  try {
    return await checkNewName(tx, fullName, userId);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return checkNewName(tx, usableName(`${fullName} (${partBefore(email, '@')})`, email), userId);
  }
}
