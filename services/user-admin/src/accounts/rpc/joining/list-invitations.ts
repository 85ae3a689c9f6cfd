import type { Invitation } from '@parley/api';
import { errors, jsonBytes, required } from '@parley/core';
import type { ListInvitationsRequest, ListInvitationsResponse } from '@parley/proto/useradmin/v1/joining';
import { handOutIf, roles } from '@parley/rules';
import { isAdministrator } from '../../../kernel/domain/authority.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import {
  listInvitations as findInvitations,
  type Invitation as StoredInvitation,
} from '../../db/invitations.ts';
import { findRepeatable } from '../../joining/invitation-terms.ts';
import { joinLink } from '../../joining/join-links.ts';

/**
 * Returns the open invitations: all for administrators, and the caller's own for others. Addresses of links are included only
 * where the caller has made the link, or could make it.
 * @throws BAD_REQUEST for guests and bots
 */
export async function listInvitations(
  ctx: Ctx,
  _request: ListInvitationsRequest,
  scope: DbScope,
): Promise<ListInvitationsResponse> {
  const caller = await scope.caller();
  if (caller.role === roles.guest || caller.isBot) throw errors.notPermitted();
  const organization = await scope.organization();
  const open = await findInvitations(scope, isAdministrator(caller) ? undefined : caller.userId);
  const links = open.filter(({ email }) => email === null);
  const repeatable = await findRepeatable(ctx, scope, caller, links);
  const invites = open.map((invitation) => {
    const { tokenSealed, invitedBy } = invitation;
    const address = () =>
      joinLink(organization, ctx.linkSealer.open(required(tokenSealed, 'token of a link'), invitedBy ?? 0));
    const isOpen = tokenSealed !== null && repeatable.has(invitation);
    return presentInvitation(invitation, handOutIf('invitation link', isOpen, scope.call.principal, address));
  });
  return { invitesJson: jsonBytes(invites) };
}

/** Returns an invitation in the form of the API. */
function presentInvitation(invitation: StoredInvitation, link: Invitation['link_url']): Invitation {
  const { email, expiresAt, invitedBy } = invitation;
  return {
    id: invitation.invitationId,
    // Every listed invitation has an inviter, so 0 does not occur.
    invited_by_user_id: invitedBy ?? 0,
    invited: invitation.createdAt,
    expiry_date: expiresAt && Math.floor(expiresAt.getTime() / 1000),
    // The database permits only these numbers.
    invited_as: invitation.role as Invitation['invited_as'],
    is_multiuse: email === null,
    ...(email === null
      ? link !== undefined && { link_url: link }
      : { email, notify_referrer_on_join: invitation.notifyReferrer }),
  };
}
