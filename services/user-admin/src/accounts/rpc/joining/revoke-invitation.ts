import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { RevokeInvitationRequest, RevokeInvitationResponse } from '@parley/proto/useradmin/v1/joining';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { invitesChanged } from '../../../people/events/people.ts';
import type { Ctx } from '../../context.ts';
import { endInvitation, lockInvitation } from '../../db/invitations.ts';
import { decideManage, noSuchInvitation } from '../../domain/invitation-rules.ts';

/**
 * Revokes an invitation or a reusable link.
 * @throws BAD_REQUEST when no such invitation exists, it has already ended, or the caller may not manage it
 */
export async function revokeInvitation(
  _ctx: Ctx,
  { invitationId, isLink }: RevokeInvitationRequest,
  scope: DbScope,
): Promise<RevokeInvitationResponse> {
  await scope.write(async (tx) => {
    const caller = await tx.caller();
    const invitation = await lockInvitation(tx, invitationId);
    if (!invitation || invitation.invitedBy === null || (invitation.email === null) !== isLink) {
      throw noSuchInvitation();
    }
    decideManage(caller, invitation);
    if (invitation.hasEnded) {
      throw isLink ? errors.badRequest('Invitation has already been revoked') : noSuchInvitation();
    }
    await endInvitation(tx, invitationId);
    await emit(tx, invitesChanged([invitation.invitedBy]));
    await audit(tx, { action: 'invitation.revoked', details: { invitationId } });
  });
  return {};
}
