import { randomBytes } from 'node:crypto';
import { errors } from '@parley/core';
import { EMAIL_VISIBILITY, emailKey, roles, type UserId } from '@parley/rules';
import { storeApiKey } from '../access/db/credentials.ts';
import { changeAccount, lockExisting } from '../accounts/change-account.ts';
import { clearProfile } from '../accounts/clear-profile.ts';
import { deactivateAccount } from '../accounts/deactivate-account.ts';
import { auditAs } from '../kernel/audit.ts';
import { lockWithCaller } from '../kernel/caller.ts';
import { isErased, lockRoles } from '../kernel/db/people.ts';
import type { Person } from '../kernel/domain/person.ts';
import { proveUnlessOperator, vouch } from '../kernel/proof.ts';
import type { TxScope } from '../kernel/scope.ts';
import { countActive, listBots } from '../people/db/users.ts';
import {
  addCounts,
  deleteInvitationsOf,
  deletePersonalRows,
  insertErasure,
  rememberErasedKeys,
} from './db/erasures.ts';

/**
 * Deactivates an account with its bots permanently, replaces their names and addresses, and deletes the data that user-admin
 * stores about the person. A worker erases the data in other services. Returns the ID of the erasure.
 * @param requestedBy the owner who requested it; undefined for an operator
 * @throws BAD_REQUEST for an unknown person, for a bot, for a person who was erased already, and for the only owner; the errors of
 * `prove`
 */
export async function erasePerson(
  tx: TxScope,
  { userId: given, deletesMessages }: { userId: UserId; deletesMessages: boolean },
  requestedBy: number | undefined,
): Promise<number> {
  await lockRoles(tx);
  await lockWithCaller(tx, given);
  const before = await lockExisting(tx, given);
  if (before.isBot) throw errors.badRequest('Bots are deactivated, not erased.');
  if (await isErased(tx, given)) throw errors.badRequest('This person has been erased already.');
  const isOnlyOwner =
    before.isActive && before.role === roles.owner && (await countActive(tx, roles.owner)) <= 1;
  if (isOnlyOwner) throw errors.badRequest('Cannot deactivate the only organization owner');
  const userId = await proveUnlessOperator(tx, 'erasure', given);
  if (before.isActive) await deactivateAccount(tx, before);
  await rememberErasedKeys(tx, userId, deletesMessages);
  const email = before.deliveryEmail;
  const counts = await eraseAccount(tx, before, 'person');
  counts.invitations = await deleteInvitationsOf(tx, emailKey(email));
  // The names and addresses of bots often contain those of their owner.
  const bots = await listBots(tx, userId);
  for (const bot of bots) {
    if (bot.isActive) await deactivateAccount(tx, bot);
    await eraseAccount(tx, bot, 'bot');
  }
  const erasureId = await insertErasure(tx, {
    userId,
    email,
    deletesMessages,
    requestedBy: requestedBy ?? null,
  });
  await addCounts(tx, erasureId, { ...counts, bots: bots.length });
  await auditAs(tx, requestedBy, { action: 'user.erased', userId, details: { erasureId, deletesMessages } });
  return erasureId;
}

/** Deletes data that concerns only this account. Returns the numbers of deleted items by kind. */
async function eraseAccount(
  tx: TxScope,
  { userId }: Person,
  kind: 'person' | 'bot',
): Promise<Record<string, number>> {
  const profileValues = await clearProfile(tx, userId);
  const { host } = await tx.organization();
  const before = await lockExisting(tx, userId);
  await changeAccount(tx, before, {
    fullName: `Deleted ${kind} ${userId}`,
    deliveryEmail: await proveUnlessOperator(tx, 'address', `deleted-${kind}-${userId}@${host}`),
    avatarSource: 'G',
    avatarUrl: '',
    avatarVersion: before.avatarVersion + 1,
    timezone: '',
    emailAddressVisibility: EMAIL_VISIBILITY.nobody,
    isDeleted: true,
  });
  const unknownKey = { apiKeySha256: randomBytes(32), apiKeySealed: Buffer.alloc(0) };
  await storeApiKey(tx, vouch(tx, 'unseen', 'api-key', userId), unknownKey);
  return {
    ...(await deletePersonalRows(tx, await proveUnlessOperator(tx, 'erasure', userId))),
    profile_values: profileValues,
  };
}
