import type { Queryable } from '@parley/db';
import { emit } from '@parley/db';
import { emailKey } from '@parley/rules';
import { storePasswordHash } from '../../access/db/credentials.ts';
import type { PasswordHash } from '../../access/domain/password-hash.ts';
import { findUserByEmail, lockUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { vouch } from '../../kernel/proof.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { invitesChanged } from '../../people/events/people.ts';
import { changeAccount, checkNewName } from '../change-account.ts';
import { endInvitationsTo } from '../db/invitations.ts';

/** Whether nobody has signed in yet to an account that an import has brought. Whoever proves to have its address gets it. */
export const isClaimable = (person: Person): boolean =>
  person.isImportedStub && person.awaitsSignIn && person.isActive && !person.isBot;

/** Returns the account of an import that waits for the owner of an address; undefined when there is none. */
async function findStub(db: Queryable, address: string): Promise<Person | undefined> {
  const person = await findUserByEmail(db, emailKey(address));
  return person && isClaimable(person) && emailKey(person.deliveryEmail) === emailKey(address)
    ? person
    : undefined;
}

/**
 * Gives the account of an import to the owner of its address, who has proven to have it or whom an administrator vouches for. The role
 * stays as it was imported, so that nobody gets rights that the report of the import did not name. The first sign-in follows.
 * Returns undefined when no account waits for the address.
 */
export async function claimStub(
  tx: TxScope,
  { address, fullName, passwordHash }: { address: string; fullName: string; passwordHash: PasswordHash },
  by: 'mail' | 'unseen',
): Promise<Person | undefined> {
  const found = await findStub(tx, address);
  const stub = found && (await lockUser(tx, found.userId));
  if (!stub || !isClaimable(stub)) return undefined;
  const inviterIds = await endInvitationsTo(tx, [emailKey(address)]);
  if (inviterIds.length > 0) await emit(tx, invitesChanged(inviterIds));
  await storePasswordHash(tx, vouch(tx, by, 'sign-in', stub.userId), passwordHash);
  const name = await checkNewName(tx, fullName, stub.userId);
  return name === stub.fullName ? stub : changeAccount(tx, stub, { fullName: name });
}
