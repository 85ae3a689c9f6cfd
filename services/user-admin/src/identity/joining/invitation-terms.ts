/** Checks that an inviter may grant the rights that an invitation contains. */
import { errors, errorText } from '@parley/core';
import type { InvitationTerms } from '@parley/proto/useradmin/v1/joining';
import { groupSettingOf, holdsRight } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';
import type { Scope } from '../../kernel/scope.ts';
import { listGroups } from '../../organization/db/groups.ts';
import { effectiveGroupSettings, groupFact } from '../../organization/domain/groups.ts';
import { holdsPermission } from '../../organization/settings/permissions.ts';
import type { Ctx } from '../context.ts';
import type { NewInvitation } from '../db/invitations.ts';
import { decideInviteAs, decideWelcomeText, expiryOf } from '../domain/invitation-rules.ts';

/** Rights and subscriptions that an invitation grants, after checking that the inviter may grant them. */
export type Terms = Pick<
  NewInvitation,
  'role' | 'channelIds' | 'groupIds' | 'includeDefaultChannels' | 'welcomeText' | 'expiresAt'
>;

/**
 * Checks the terms of an invitation, and returns them in the form in which they are stored.
 * @throws BAD_REQUEST for rights and subscriptions that the inviter may not grant
 */
export async function checkTerms(
  ctx: Pick<Ctx, 'rpc'>,
  scope: Scope,
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

/**
 * Checks the channels of an invitation. They must be default channels, or channels to which the inviter may add people
 * (docs/api/organization.md#invitations). The service `channel` decides this.
 * @throws BAD_REQUEST otherwise
 */
async function checkChannels(
  { rpc }: Pick<Ctx, 'rpc'>,
  { call }: Scope,
  channelIds: readonly number[],
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
      errorText('Invalid channel ID {channelId}. No invites were sent.', { channelId: invalidIds[0]! }),
    );
  }
}

/** Checks that the inviter may add people to the groups of an invitation. @throws BAD_REQUEST otherwise */
async function checkGroups(scope: Scope, inviter: Person, groupIds: readonly number[]): Promise<void> {
  if (groupIds.length === 0) return;
  const { settings, systemGroups } = await scope.organization();
  const stored = await listGroups(scope);
  const facts = {
    groups: new Map(stored.map((group) => [group.groupId, groupFact(group, systemGroups)])),
    waitingPeriodDays: settings.waiting_period_threshold,
    nowSeconds: Math.floor(Date.now() / 1000),
  };
  const managesAll = await holdsPermission(scope, inviter, 'can_manage_all_groups');
  for (const groupId of groupIds) {
    const group = stored.find((each) => each.groupId === groupId);
    if (!group || group.isDeactivated || group.rule !== '') {
      throw errors.badRequest(errorText('Invalid user group ID: {groupId}', { groupId }));
    }
    const groupSettings = effectiveGroupSettings(group, systemGroups);
    const mayAdd =
      managesAll ||
      (['can_manage_group', 'can_add_members_group'] as const).some((name) =>
        holdsRight(groupSettingOf(groupSettings[name]), inviter, facts),
      );
    if (!mayAdd) throw errors.notPermitted();
  }
}

/** Checks that a person may create this kind of invitation. @throws BAD_REQUEST otherwise */
export async function requireInviter(
  scope: Scope,
  person: Person,
  permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
): Promise<void> {
  if (person.isBot || !(await holdsPermission(scope, person, permission))) throw errors.notPermitted();
}
