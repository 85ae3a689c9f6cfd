import { errors, errorText } from '@parley/core';
import { emit } from '@parley/db';
import type {
  CreateInvitationLinkRequest,
  CreateInvitationLinkResponse,
} from '@parley/proto/useradmin/v1/joining';
import { personOf } from '@parley/rpc';
import { handOut } from '@parley/rules';
import { hashToken, newToken } from '../../../access/domain/secrets.ts';
import { audit } from '../../../kernel/audit.ts';
import { recheckAccount } from '../../../kernel/caller.ts';
import { lockUser } from '../../../kernel/db/people.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import { invitesChanged } from '../../../people/events/people.ts';
import type { Ctx } from '../../context.ts';
import { countLinks, insertInvitation } from '../../db/invitations.ts';
import { checkTerms, provenTerms, requireInviter } from '../../joining/invitation-terms.ts';
import { joinLink } from '../../joining/join-links.ts';

/** Maximum number of links of one person that are not revoked, including expired ones. */
const maxLinks = 1_000;

/**
 * Creates a reusable invitation link, with which several people may join.
 * @throws BAD_REQUEST when the caller may not create links, may not grant the terms, or has too many links, or when the terms
 * are invalid; ACCESS_DENIED for an API key whose limits exclude it; the errors of `provenTerms`
 */
export async function createInvitationLink(
  ctx: Ctx,
  request: CreateInvitationLinkRequest,
  scope: DbScope,
): Promise<CreateInvitationLinkResponse> {
  const inviter = await scope.caller();
  await requireInviter(scope, inviter, 'create_multiuse_invite_group');
  const terms = await checkTerms(ctx, scope, inviter, request.terms);
  const token = newToken();
  const receiver = { ...personOf(scope.call), isMaker: true };
  const link = handOut('invitation link', joinLink(await scope.organization(), token), receiver);
  await scope.write(async (tx) => {
    await recheckAccount(tx, inviter);
    // Serializes the requests of one person, so that all of their links are counted.
    await lockUser(tx, inviter.userId);
    if ((await countLinks(tx, inviter.userId)) >= maxLinks) {
      throw errors.badRequest(
        errorText('You cannot have more than {limit} links. Please revoke some first.', { limit: maxLinks }),
      );
    }
    const invitationId = await insertInvitation(tx, {
      ...terms,
      ...(await provenTerms(tx, terms)),
      email: null,
      emailKey: null,
      tokenSha256: hashToken(token),
      tokenSealed: ctx.linkSealer.seal(token, inviter.userId),
      invitedBy: inviter.userId,
      linkId: null,
      notifyReferrer: false,
    });
    await emit(tx, invitesChanged([inviter.userId]));
    await audit(tx, { action: 'invitation.link_created', details: { invitationId, role: terms.role } });
  });
  return { link };
}
