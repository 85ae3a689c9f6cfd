import { emit } from '@parley/db';
import type { ResendInvitationRequest, ResendInvitationResponse } from '@parley/proto/useradmin/v1/joining';
import { emailKey } from '@parley/rules';
import { hashToken, newToken } from '../../../access/domain/secrets.ts';
import { requireMailAllowance } from '../../../access/signing-in/mail-limit.ts';
import { audit } from '../../../kernel/audit.ts';
import { proveRole } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { invitationMail, letterheadFor } from '../../../mails/mail-texts.ts';
import { invitesChanged } from '../../../people/events/people.ts';
import type { Ctx } from '../../context.ts';
import { lockInvitation, replaceToken } from '../../db/invitations.ts';
import { decideManage, noSuchInvitation } from '../../domain/invitation-rules.ts';
import { joinLink } from '../../joining/join-links.ts';

/**
 * Mails an invitation again, with a new link. The previous link becomes invalid.
 * @throws BAD_REQUEST when no such invitation is open, or the caller may not manage it; RATE_LIMIT_HIT after too many mails to
 * the address; the errors of `proveRole`
 */
export async function resendInvitation(
  ctx: Ctx,
  { invitationId }: ResendInvitationRequest,
  scope: DbScope,
): Promise<ResendInvitationResponse> {
  await scope.write(async (tx) => {
    const caller = await tx.caller();
    const invitation = await lockInvitation(tx, invitationId);
    const { email = null, invitedBy = null, expiresAt = null } = invitation ?? {};
    if (!invitation || email === null || invitedBy === null || invitation.hasEnded) throw noSuchInvitation();
    decideManage(caller, invitation);
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw noSuchInvitation();
    await requireMailAllowance(tx, `invitation ${emailKey(email)}`);
    const organization = await tx.organization();
    const token = newToken();
    const role = await proveRole(tx, invitation.role, { isBot: false });
    await replaceToken(tx, { invitationId, role }, hashToken(token));
    await ctx.outbox.queue(tx, {
      mail: invitationMail(email, await letterheadFor(tx, undefined), {
        inviter: caller,
        link: joinLink(organization, token),
        expiresAt,
      }),
    });
    await emit(tx, invitesChanged([invitedBy]));
    await audit(tx, { action: 'invitation.sent_again', details: { invitationId } });
  });
  ctx.outbox.kick();
  return {};
}
