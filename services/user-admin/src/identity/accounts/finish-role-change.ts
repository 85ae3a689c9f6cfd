import { emit } from '@parley/db';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { endInvitationsOf } from '../db/invitations.ts';
import { invitesChanged } from '../events/people.ts';
import { announceRoleChange } from './announce-role-change.ts';

/**
 * Runs the effects of a stored change of role: announces what the person can see from now on, and ends invitations that
 * the person sent for a role above their new one.
 */
export async function finishRoleChange(tx: TxScope, before: Person, after: Person): Promise<void> {
  if (before.role === after.role) return;
  await announceRoleChange(tx, before, after);
  const ended = await endInvitationsOf(tx, after.userId, after.role);
  if (ended > 0) await emit(tx, invitesChanged([after.userId]));
}
