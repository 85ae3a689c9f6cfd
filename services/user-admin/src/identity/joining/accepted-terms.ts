import { roles } from '@parley/rules';
import { findUser } from '../../kernel/db/people.ts';
import type { Proven, ProvenRole } from '../../kernel/domain/proof.ts';
import { vouch, vouchForRole } from '../../kernel/proof.ts';
import type { Scope, TxScope } from '../../kernel/scope.ts';
import { holdsPermission } from '../../organization/settings/permissions.ts';
import { findInvitation, type Invitation } from '../db/invitations.ts';
import { decideStillGiven } from '../domain/invitation-rules.ts';

/** What an accepted invitation gives. */
export type AcceptedTerms = { role: ProvenRole; groupIds: Proven<readonly number[], 'groups'> };

/**
 * Returns the role and groups that an invitation gives now; undefined when its inviter could not give the role any more. The caller
 * must hold the shared lock on roles, so that nobody demotes the inviter before the commit. It takes that lock before it locks the
 * invitation, like the changes of roles that end invitations.
 */
export async function acceptedTerms(tx: TxScope, invitation: Invitation): Promise<AcceptedTerms | undefined> {
  if (!(await isStillGiven(tx, invitation))) return undefined;
  return {
    role: vouchForRole(tx, 'invitation', invitation.role, { isBot: false }),
    groupIds: vouch(tx, 'invitation', 'groups', invitation.groupIds),
  };
}

/**
 * Returns whether the inviter could still give the role of an invitation. Roles up to that of a member are given whoever invited.
 */
export async function isStillGiven(scope: Scope | TxScope, invitation: Invitation): Promise<boolean> {
  if (invitation.role >= roles.member) return true;
  const { linkId } = invitation;
  const given = linkId === null ? invitation : await findInvitation(scope, linkId);
  const inviter = given?.invitedBy == null ? undefined : await findUser(scope, given.invitedBy);
  if (!given || !inviter) return false;
  const permission = given.email === null ? 'create_multiuse_invite_group' : 'can_invite_users_group';
  return decideStillGiven(inviter, invitation.role, await holdsPermission(scope, inviter, permission));
}
