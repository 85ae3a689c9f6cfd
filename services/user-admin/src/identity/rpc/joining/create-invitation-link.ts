import { errors } from '@parley/core';
import { emit } from '@parley/db';
import type {
  CreateInvitationLinkRequest,
  CreateInvitationLinkResponse,
} from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller, requireStill } from '../../../kernel/caller.ts';
import { lockUser } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { countLinks, insertInvitation } from '../../db/invitations.ts';
import { hashToken, newToken } from '../../domain/sealing.ts';
import { invitesChanged } from '../../events/people.ts';
import { checkTerms, joinLink, requireInviter } from '../../joining/invitation-terms.ts';

/** Links of one person that were not revoked. */
const maxLinks = 1_000;

/** A link that many people may join with (contract, `create-invite-link`). @throws BAD_REQUEST, UNAUTHORIZED */
export async function createInvitationLink(
  ctx: Ctx,
  request: CreateInvitationLinkRequest,
  call: Call,
): Promise<CreateInvitationLinkResponse> {
  ctx.writeGuard.check();
  const inviter = await requireCaller(ctx.db, call);
  const realm = await readRealm(ctx.db, ctx.config);
  await requireInviter(ctx.db, realm, inviter, 'create_multiuse_invite_group');
  const terms = await checkTerms(ctx, realm, inviter, request.terms, call);
  const token = newToken();
  await ctx.db.tx(async (tx) => {
    await requireStill(tx, inviter);
    // Who makes several at once makes one after the other: all are counted.
    await lockUser(tx, inviter.userId);
    if ((await countLinks(tx, inviter.userId)) >= maxLinks) {
      throw errors.badRequest(`You cannot have more than ${maxLinks} links. Please revoke some first.`);
    }
    const invitationId = await insertInvitation(tx, {
      ...terms,
      email: null,
      emailKey: null,
      tokenSha256: hashToken(token),
      tokenSealed: ctx.linkSealer.seal(token, inviter.userId),
      invitedBy: inviter.userId,
      linkId: null,
      notifyReferrer: false,
    });
    await emit(tx, invitesChanged([inviter.userId]));
    await audit(tx, call, { action: 'invitation.link_created', details: { invitationId, role: terms.role } });
  });
  return { link: joinLink(realm, token) };
}
