import { emit } from '@parley/db';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { invitesChanged } from '../../people/events/people.ts';
import { endInvitationsOf } from '../db/invitations.ts';
import { announceRoleChange } from './announce-role-change.ts';
import { lowerBots } from './lower-bots.ts';

/**
 * Applies the effects of a role change that is already stored. Emits events about the data that the person may see now or may
 * not see any more. Ends the person's invitations that grant a higher role than the person has now, and lowers the roles of their
 * bots.
 */
export async function finishRoleChange(tx: TxScope, before: Person, after: Person): Promise<void> {
  if (before.role === after.role) return;
  await announceRoleChange(tx, before, after);
  if (after.role > before.role) await lowerBots(tx, after);
  const ended = await endInvitationsOf(tx, after.userId, after.role);
  if (ended > 0) await emit(tx, invitesChanged([after.userId]));
}
