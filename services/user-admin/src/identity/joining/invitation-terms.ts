/** What sending, linking and sending again have in common. */
import { errors } from '@parley/core';
import type { Queryable, Tx } from '@parley/db';
import type { InvitationTerms } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { groupSettingOf, holdsRight } from '@parley/rules';
import type { Person } from '../../kernel/domain/person.ts';
import type { Realm } from '../../kernel/domain/realm.ts';
import { listGroups } from '../../organization/db/groups.ts';
import { effectiveGroupSettings, groupFact } from '../../organization/domain/groups.ts';
import { holdsPermission } from '../../organization/settings/permissions.ts';
import type { Ctx } from '../context.ts';
import type { NewInvitation } from '../db/invitations.ts';
import { decideInviteAs, decideWelcomeText, expiryOf } from '../domain/invitation-rules.ts';

/** Where an invitation leads. */
export const joinLink = (realm: Realm, token: string): string => `${realm.publicUrl}/join/${token}`;

/** What the new person will get, once it is certain that the inviter may give it. */
export type Terms = Pick<
  NewInvitation,
  'role' | 'channelIds' | 'groupIds' | 'includeDefaultChannels' | 'welcomeText' | 'expiresAt'
>;

/** @throws BAD_REQUEST for anything that the inviter may not give. */
export async function checkTerms(
  ctx: Ctx,
  realm: Realm,
  inviter: Person,
  terms: InvitationTerms | undefined,
  call: Call,
): Promise<Terms> {
  if (!terms) throw errors.badRequest('Terms are missing.');
  const role = decideInviteAs(inviter, terms.inviteAs);
  const expiresAt = expiryOf(terms.expiresInMinutes, terms.neverExpires);
  const welcomeText = decideWelcomeText(inviter, terms.welcomeText);
  await checkGroups(ctx.db, realm, inviter, terms.groupIds);
  await checkChannels(ctx, terms.channelIds, call);
  return {
    role,
    channelIds: [...new Set(terms.channelIds)],
    groupIds: [...new Set(terms.groupIds)],
    includeDefaultChannels: terms.includeDefaultChannels,
    welcomeText,
    expiresAt,
  };
}

/** Default channels, and those that the inviter may add people to (specification, 8); their owner decides. */
async function checkChannels(ctx: Ctx, channelIds: readonly number[], call: Call): Promise<void> {
  if (channelIds.length === 0) return;
  const { invalidIds, maySubscribeOthers } = await ctx.rpc.channel.checkInvitation(
    { channelIds: [...channelIds] },
    call,
  );
  if (!maySubscribeOthers) {
    throw errors.badRequest('You do not have permission to subscribe other users to channels.');
  }
  if (invalidIds.length > 0) {
    throw errors.badRequest(`Invalid channel ID ${invalidIds[0]}. No invites were sent.`);
  }
}

/** Groups that the inviter may add people to. */
async function checkGroups(
  db: Queryable,
  realm: Realm,
  inviter: Person,
  groupIds: readonly number[],
): Promise<void> {
  if (groupIds.length === 0) return;
  const stored = await listGroups(db);
  const facts = {
    groups: new Map(stored.map((group) => [group.groupId, groupFact(group, realm.systemGroups)])),
    waitingPeriodDays: realm.settings.waiting_period_threshold,
    nowSeconds: Math.floor(Date.now() / 1000),
  };
  const managesAll = await holdsPermission(db, realm, inviter, 'can_manage_all_groups');
  for (const groupId of groupIds) {
    const group = stored.find((each) => each.groupId === groupId);
    if (!group || group.isDeactivated || group.rule !== '') {
      throw errors.badRequest(`Invalid user group ID: ${groupId}`);
    }
    const settings = effectiveGroupSettings(group, realm.systemGroups);
    const mayAdd =
      managesAll ||
      (['can_manage_group', 'can_add_members_group'] as const).some((name) =>
        holdsRight(groupSettingOf(settings[name]), inviter, facts),
      );
    if (!mayAdd) throw errors.notPermitted();
  }
}

/** @throws BAD_REQUEST when somebody may not invite this way. */
export async function requireInviter(
  tx: Tx | Queryable,
  realm: Realm,
  person: Person,
  permission: 'can_invite_users_group' | 'create_multiuse_invite_group',
): Promise<void> {
  if (person.isBot || !(await holdsPermission(tx, realm, person, permission))) throw errors.notPermitted();
}
