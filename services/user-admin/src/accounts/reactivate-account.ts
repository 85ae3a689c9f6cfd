import { errors } from '@parley/core';
import { endAccess } from '../access/end-access.ts';
import { isErased } from '../kernel/db/people.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { ProvenRole } from '../kernel/domain/proof.ts';
import type { TxScope } from '../kernel/scope.ts';
import type { AccountChanges } from '../people/db/users.ts';
import { writeAccount } from './change-account.ts';
import type { Ctx } from './context.ts';

/**
 * Reactivates an account, which gets its role again, with other changes of it. Ends what gave access before the deactivation, so
 * that a former owner of a bot, and whoever else knows an old key, does not get in again. Returns the account after the change.
 * @throws BAD_REQUEST when another account has the address, or when the person has been erased
 */
export async function reactivateAccount(
  ctx: Pick<Ctx, 'sealer'>,
  tx: TxScope,
  before: Person,
  changes: AccountChanges & { role: ProvenRole },
): Promise<Person> {
  if (await isErased(tx, before.userId)) {
    throw errors.badRequest('This person has been erased and cannot be reactivated.');
  }
  await endAccess(ctx, tx, before.userId, { reason: 'reactivated' });
  return writeAccount(tx, before, { ...changes, isActive: true, isDeleted: false });
}
