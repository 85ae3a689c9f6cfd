import { errors } from '@parley/core';
import type { UserId } from '@parley/rules';
import { findUser } from '../kernel/db/people.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { TxScope } from '../kernel/scope.ts';
import { administeredPerson } from './administered-person.ts';
import { managesBot } from './domain/account-permissions.ts';

/**
 * Returns an account whose keys the caller may see, and whose access the caller may end: their own, a bot that they may manage,
 * and for administrators another person (`administeredPerson`).
 * @throws BAD_REQUEST for an unknown account and when the caller lacks the permission; UNAUTHORIZED_PRINCIPAL for an owner when
 * the caller is none
 */
export async function administeredAccount(tx: TxScope, userId: UserId): Promise<Person> {
  const caller = await tx.caller();
  if (caller.userId === userId) return caller;
  const account = await findUser(tx, userId);
  if (!account?.isBot || account.isSystemBot) return administeredPerson(tx, userId);
  if (!managesBot(caller, account)) throw errors.notPermitted();
  return account;
}
