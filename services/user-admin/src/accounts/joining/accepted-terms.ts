import { type GroupId, roles } from '@parley/rules';
import { findUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Proven, ProvenRole } from '../../kernel/domain/proof.ts';
import { vouch, vouchForRole } from '../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { listGroups } from '../../organization/db/groups.ts';
import { holdsPermission } from '../../organization/settings/permissions.ts';
import type { GivenChannels } from '../create-account.ts';
import { findInvitation, type Invitation } from '../db/invitations.ts';
import { decideStillGiven } from '../domain/invitation-rules.ts';
import { groupsOpenTo } from './invitation-terms.ts';

/** What an accepted invitation gives. */
export type AcceptedTerms = {
  role: ProvenRole;
  groupIds: Proven<readonly number[], 'groups'>;
  channels: GivenChannels;
};

/**
 * Returns the role, groups and channels that an invitation gives now; undefined when its inviter could not give the role any more.
 * Leaves out groups to which the inviter may not add people any more. The caller must hold the shared lock on roles, so that nobody
 * demotes the inviter before the commit. It takes that lock before it locks the invitation, like the changes of roles that end
 * invitations.
 */
export async function acceptedTerms(tx: TxScope, invitation: Invitation): Promise<AcceptedTerms | undefined> {
  const giver = await findGiver(tx, invitation);
  if (!(await givesRole(tx, invitation, giver))) return undefined;
  const { channelIds, includeDefaultChannels } = invitation;
  const groupIds = await groupsGivenBy(tx, giver?.inviter, invitation.groupIds);
  return {
    role: vouchForRole(tx, 'invitation', invitation.role, { isBot: false }),
    groupIds: vouch(tx, 'invitation', 'groups', groupIds),
    channels: { channelIds, includeDefaultChannels, inviterId: giver?.inviter.userId },
  };
}

export const isStillGiven = async (scope: DbScope | TxScope, invitation: Invitation): Promise<boolean> =>
  givesRole(scope, invitation, await findGiver(scope, invitation));

type Giver = { inviter: Person; isLink: boolean };

/** Returns who has made an invitation, or the link with which its address was confirmed; undefined when nobody has invited. */
async function findGiver(scope: DbScope | TxScope, invitation: Invitation): Promise<Giver | undefined> {
  const { linkId } = invitation;
  const given = linkId === null ? invitation : await findInvitation(scope, linkId);
  const inviter = given?.invitedBy == null ? undefined : await findUser(scope, given.invitedBy);
  return given && inviter && { inviter, isLink: given.email === null };
}

/** Returns whether the inviter could still give the role. Roles up to that of a member are given whoever invited. */
async function givesRole(
  scope: DbScope | TxScope,
  { role }: Invitation,
  giver: Giver | undefined,
): Promise<boolean> {
  if (role >= roles.member) return true;
  if (!giver) return false;
  const permission = giver.isLink ? 'create_multiuse_invite_group' : 'can_invite_users_group';
  return decideStillGiven(giver.inviter, role, await holdsPermission(scope, giver.inviter, permission));
}

/** Returns those of the groups to which the inviter may still add people. */
async function groupsGivenBy(
  tx: TxScope,
  inviter: Person | undefined,
  groupIds: readonly GroupId[],
): Promise<readonly number[]> {
  if (!inviter || groupIds.length === 0) return [];
  const open = await groupsOpenTo(tx, inviter, await listGroups(tx));
  return groupIds.filter((groupId) => open.has(groupId));
}
