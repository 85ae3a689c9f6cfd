import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type { RevokeInvitationRequest, RevokeInvitationResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import type { Ctx } from '../../context.ts';
import { endInvitation, lockInvitation } from '../../db/invitations.ts';
import { decideManage, noSuchInvitation } from '../../domain/invitation-rules.ts';
import { invitesChanged } from '../../events/people.ts';

/** An invitation or a link is worth nothing from here on. @throws BAD_REQUEST, UNAUTHORIZED */
export async function revokeInvitation(
  ctx: Ctx,
  { invitationId, isLink }: RevokeInvitationRequest,
  call: Call,
): Promise<RevokeInvitationResponse> {
  ctx.writeGuard.check();
  await ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
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
    await audit(tx, call, { action: 'invitation.revoked', details: { invitationId } });
  });
  return {};
}
