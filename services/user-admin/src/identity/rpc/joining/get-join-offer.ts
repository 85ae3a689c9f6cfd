import type { GetJoinOfferRequest, GetJoinOfferResponse } from '@parley/proto/useradmin/v1/joining';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { findOpenInvitation } from '../../db/invitations.ts';
import { hashToken } from '../../domain/sealing.ts';
import { isStillWanted } from '../../joining/join-links.ts';

/** What the page behind a link needs to know. */
export async function getJoinOffer(ctx: Ctx, { token }: GetJoinOfferRequest): Promise<GetJoinOfferResponse> {
  const realm = await readRealm(ctx.db, ctx.config);
  const { settings } = realm;
  if (token === '') return { organization: settings.name, email: '', isOpen: !settings.invite_required };
  const invitation = await findOpenInvitation(ctx.db, hashToken(token));
  return {
    organization: settings.name,
    email: invitation?.email ?? '',
    isOpen: invitation !== undefined && (invitation.email === null || isStillWanted(invitation, realm)),
  };
}
