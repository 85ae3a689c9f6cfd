import type { GetJoinOfferRequest, GetJoinOfferResponse } from '@parley/proto/useradmin/v1/joining';
import { hashToken } from '../../../access/domain/secrets.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { findOpenInvitation } from '../../db/invitations.ts';
import { isStillGiven } from '../../joining/accepted-terms.ts';
import { isStillAccepted } from '../../joining/join-links.ts';

/** Returns the data that the page for joining shows, and whether the link is still valid. */
export async function getJoinOffer(
  _ctx: Ctx,
  { token }: GetJoinOfferRequest,
  scope: DbScope,
): Promise<GetJoinOfferResponse> {
  const settings = await scope.settings();
  if (token === '') return { organization: settings.name, email: '', isOpen: !settings.invite_required };
  const invitation = await findOpenInvitation(scope, hashToken(token));
  return {
    organization: settings.name,
    email: invitation?.email ?? '',
    isOpen:
      invitation !== undefined &&
      (invitation.email === null || isStillAccepted(invitation, settings)) &&
      (await isStillGiven(scope, invitation)),
  };
}
