import { errors, jsonBytes } from '@parley/core';
import type { ListInvitationsRequest, ListInvitationsResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import { requireCaller } from '../../../kernel/caller.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { isAdministrator } from '../../../kernel/domain/authority.ts';
import type { Realm } from '../../../kernel/domain/realm.ts';
import type { Ctx } from '../../context.ts';
import { listInvitations as findInvitations, type Invitation } from '../../db/invitations.ts';
import { joinLink } from '../../joining/invitation-terms.ts';

/**
 * Open invitations: one's own, and everybody's for administrators (contract, `get-invites`).
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function listInvitations(
  ctx: Ctx,
  _request: ListInvitationsRequest,
  call: Call,
): Promise<ListInvitationsResponse> {
  const caller = await requireCaller(ctx.db, call);
  if (caller.role === roles.guest || caller.isBot) throw errors.notPermitted();
  const realm = await readRealm(ctx.db, ctx.config);
  const open = await findInvitations(ctx.db, isAdministrator(caller) ? undefined : caller.userId);
  const invites = open.map((invitation) => presentInvitation(ctx, realm, invitation));
  return { invitesJson: jsonBytes(invites) };
}

/** One of `invites` (contract, GET /invites). */
function presentInvitation(ctx: Ctx, realm: Realm, invitation: Invitation) {
  const { email, expiresAt, tokenSealed, invitedBy } = invitation;
  return {
    id: invitation.invitationId,
    invited_by_user_id: invitedBy,
    invited: invitation.createdAt,
    expiry_date: expiresAt && Math.floor(expiresAt.getTime() / 1000),
    invited_as: invitation.role,
    is_multiuse: email === null,
    ...(email === null
      ? tokenSealed && { link_url: joinLink(realm, ctx.linkSealer.open(tokenSealed, invitedBy ?? 0)) }
      : { email, notify_referrer_on_join: invitation.notifyReferrer }),
  };
}
