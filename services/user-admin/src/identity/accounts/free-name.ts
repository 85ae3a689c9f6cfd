import { ParleyError } from '@parley/core';
import type { TxScope } from '../../kernel/scope.ts';
import { usableName } from '../domain/external-identity.ts';
import { checkNewName } from './change-account.ts';

/**
 * Returns the wanted name, followed by the local part of the address where names must be unique and another person has
 * it.
 * @param userId the account that gets the name; 0 for a new one
 * @throws BAD_REQUEST when both are taken
 */
export async function freeName(
  tx: TxScope,
  { fullName, email }: { fullName: string; email: string },
  userId: number,
): Promise<string> {
  try {
    return await checkNewName(tx, fullName, userId);
  } catch (error) {
    if (!(error instanceof ParleyError)) throw error;
    return checkNewName(tx, usableName(`${fullName} (${email.split('@')[0]!})`, email), userId);
  }
}
