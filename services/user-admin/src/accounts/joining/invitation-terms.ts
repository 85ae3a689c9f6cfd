/** Checks that an inviter may grant the rights that an invitation contains. */
import { errors, errorText, firstItem } from '@parley/core';
import type { InvitationTerms } from '@parley/proto/useradmin/v1/joining';
import { type ChannelId, type GroupId, groupSettingOf, holdsRight, type Role, roles } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';
import { proveGroups, proveRole } from '../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import { listGroups } from '../../organization/db/groups.ts';
import { effectiveGroupSettings, groupFact, type StoredGroup } from '../../organization/domain/groups.ts';
import { holdsPermission } from '../../organization/settings/permissions.ts';
import type { Ctx } from '../context.ts';
import type { Invitation, NewInvitation } from '../db/invitations.ts';
import { decideInviteAs, decideWelcomeText, expiryOf, mayManage } from '../domain/invitation-rules.ts';

/** Rights and subscriptions that an invitation grants, after checking that the inviter may grant them. */
export type Terms = Pick<
  NewInvitation,
  'channelIds' | 'includeDefaultChannels' | 'welcomeText' | 'expiresAt'
> & {
  role: Role;
  groupIds: readonly GroupId[];
};

/** @throws the errors of `proveRole` and `proveGroups` */
export const provenTerms = async (
  tx: TxScope,
  { role, groupIds }: Terms,
): Promise<Pick<NewInvitation, 'role' | 'groupIds'>> => ({
  role: await proveRole(tx, role, { isBot: false }),
  groupIds: proveGroups(tx, groupIds),
});

/** @throws BAD_REQUEST for rights and subscriptions that the inviter may not grant */
export async function checkTerms(
  ctx: Pick<Ctx, 'rpc'>,
  scope: DbScope,
  inviter: Person,
  terms: InvitationTerms | undefined,
): Promise<Terms> {
  if (!terms) throw errors.badRequest('Terms are missing.');
  const role = decideInviteAs(inviter, terms.inviteAs);
  const expiresAt = expiryOf(terms.expiresInMinutes, terms.neverExpires);
  const welcomeText = decideWelcomeText(inviter, terms.welcomeText);
  await checkGroups(scope, inviter, terms.groupIds);
  await checkChannels(ctx, scope, terms.channelIds);
  return {
    role,
    channelIds: [...new Set(terms.channelIds)],
    groupIds: [...new Set(terms.groupIds)],
    includeDefaultChannels: terms.includeDefaultChannels,
    welcomeText,
    expiresAt,
  };
}

/** The service `channel` decides (docs/api/organization.md#invitations). @throws BAD_REQUEST otherwise */
async function checkChannels(
  { rpc }: Pick<Ctx, 'rpc'>,
  { call }: DbScope,
  channelIds: readonly ChannelId[],
): Promise<void> {
  if (channelIds.length === 0) return;
  const { invalidIds, maySubscribeOthers } = await rpc.channel.checkInvitation(
    { channelIds: [...channelIds] },
    call,
  );
  if (!maySubscribeOthers) {
    throw errors.badRequest('You do not have permission to subscribe other users to channels.');
  }
  if (invalidIds.length > 0) {
    throw errors.badRequest(
      errorText('Invalid channel ID {channelId}. No invites were sent.', {
        channelId: firstItem(invalidIds),
      }),
    );
  }
}

/**
 * Returns those links that the caller has made, or could make with the same terms. Only of them, a caller may see the address.
 * With the address of another link, the caller could join as a person with a role, groups or channels that the caller may not
 * give.
 */
export async function findRepeatable(
  ctx: Pick<Ctx, 'rpc'>,
  scope: DbScope,
  caller: Person,
  links: readonly Invitation[],
): Promise<ReadonlySet<Invitation>> {
  const managed = links.filter((link) => mayManage(caller, link) && link.role >= caller.role);
  const own = managed.filter(({ invitedBy }) => invitedBy === caller.userId);
  const others = managed.filter(({ invitedBy }) => invitedBy !== caller.userId);
  if (others.length === 0 || !(await holdsPermission(scope, caller, 'create_multiuse_invite_group'))) {
    return new Set(own);
  }
  const groupIds = others.flatMap((link) => link.groupIds);
  const channelIds = [...new Set(others.flatMap((link) => link.channelIds))];
  const [groups, channels] = await Promise.all([
    groupIds.length > 0 ? groupsOpenTo(scope, caller, await listGroups(scope)) : noIds,
    channelIds.length > 0 ? channelsOpenTo(ctx, scope, channelIds) : noIds,
  ]);
  const couldMake = (link: Invitation) =>
    link.groupIds.every((groupId) => groups.has(groupId)) &&
    link.channelIds.every((channelId) => channels.has(channelId));
  return new Set([...own, ...others.filter(couldMake)]);
}

const noIds: ReadonlySet<number> = new Set();

async function channelsOpenTo(
  { rpc }: Pick<Ctx, 'rpc'>,
  { call }: DbScope,
  channelIds: ChannelId[],
): Promise<ReadonlySet<number>> {
  const { invalidIds, maySubscribeOthers } = await rpc.channel.checkInvitation({ channelIds }, call);
  return maySubscribeOthers ? new Set(channelIds).difference(new Set(invalidIds)) : noIds;
}

/** Checks that the inviter may add people to the groups of an invitation. @throws BAD_REQUEST otherwise */
async function checkGroups(scope: DbScope, inviter: Person, groupIds: readonly GroupId[]): Promise<void> {
  if (groupIds.length === 0) return;
  const groups = await listGroups(scope);
  const open = await groupsOpenTo(scope, inviter, groups);
  for (const groupId of groupIds) {
    if (!groups.some((group) => group.groupId === groupId && isGiven(group))) {
      throw errors.badRequest(errorText('Invalid user group ID: {groupId}', { groupId }));
    }
    if (!open.has(groupId)) throw errors.notPermitted();
  }
}

const isGiven = ({ isDeactivated, rule }: StoredGroup): boolean => !isDeactivated && rule === '';

export async function groupsOpenTo(
  scope: DbScope | TxScope,
  person: Person,
  stored: readonly StoredGroup[],
): Promise<ReadonlySet<number>> {
  if (person.role === roles.guest) return noIds;
  const { settings, systemGroups } = await scope.organization();
  const facts = {
    groups: new Map(stored.map((group) => [group.groupId, groupFact(group, systemGroups)])),
    waitingPeriodDays: settings.waiting_period_threshold,
    nowSeconds: Math.floor(Date.now() / 1000),
  };
  const managesAll = await holdsPermission(scope, person, 'can_manage_all_groups');
  const mayAdd = (group: StoredGroup) => {
    const groupSettings = effectiveGroupSettings(group, systemGroups);
    return (['can_manage_group', 'can_add_members_group'] as const).some((name) =>
      holdsRight(groupSettingOf(groupSettings[name]), person, facts),
    );
  };
  return new Set(
    stored.filter((group) => isGiven(group) && (managesAll || mayAdd(group))).map(({ groupId }) => groupId),
  );
}

/** Checks that a person may create this kind of invitation. @throws BAD_REQUEST otherwise */
export async function requireInviter(
  scope: DbScope,
  person: Person,
  permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
): Promise<void> {
  if (person.isBot || !(await holdsPermission(scope, person, permission))) throw errors.notPermitted();
}
