import { emit } from '@parley/db';
import type { ResendInvitationRequest, ResendInvitationResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { emailKey } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller } from '../../../kernel/caller.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { requireMailable } from '../../credentials/mail-limit.ts';
import { lockInvitation, replaceToken } from '../../db/invitations.ts';
import { decideManage, noSuchInvitation } from '../../domain/invitation-rules.ts';
import { hashToken, newToken } from '../../domain/sealing.ts';
import { invitesChanged } from '../../events/people.ts';
import { joinLink } from '../../joining/invitation-terms.ts';
import { invitationMail } from '../../outbox/mail-texts.ts';

/**
 * The mail once more, with a new link: the one sent before is worth nothing (contract, `resend-email-invite`).
 * @throws BAD_REQUEST, RATE_LIMIT_HIT, UNAUTHORIZED
 */
export async function resendInvitation(
  ctx: Ctx,
  { invitationId }: ResendInvitationRequest,
  call: Call,
): Promise<ResendInvitationResponse> {
  ctx.writeGuard.check();
  await ctx.db.tx(async (tx) => {
    const caller = await requireCaller(tx, call);
    const invitation = await lockInvitation(tx, invitationId);
    const { email = null, invitedBy = null, expiresAt = null } = invitation ?? {};
    if (!invitation || email === null || invitedBy === null || invitation.hasEnded) throw noSuchInvitation();
    decideManage(caller, invitation);
    if (expiresAt && expiresAt.getTime() <= Date.now()) throw noSuchInvitation();
    await requireMailable(tx, `invitation ${emailKey(email)}`);
    const realm = await readRealm(tx, ctx.config);
    const token = newToken();
    await replaceToken(tx, invitationId, hashToken(token));
    await ctx.outbox.queue(tx, {
      mail: invitationMail(email, realm, { inviter: caller, link: joinLink(realm, token), expiresAt }),
    });
    await emit(tx, invitesChanged([invitedBy]));
    await audit(tx, call, { action: 'invitation.sent_again', details: { invitationId } });
  });
  ctx.outbox.kick();
  return {};
}
