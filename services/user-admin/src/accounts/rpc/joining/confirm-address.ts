import type { ConfirmAddressRequest, ConfirmAddressResponse } from '@parley/proto/useradmin/v1/joining';
import { emailKey, roles } from '@parley/rules';
import { hashToken, newToken } from '../../../access/domain/secrets.ts';
import { requireClientMailAllowance, takeMailAllowance } from '../../../access/signing-in/mail-limit.ts';
import { findUserByEmail, lockRolesForShare } from '../../../kernel/db/people.ts';
import { vouch, vouchForRole } from '../../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import { confirmationMail, haveAccountMail, letterheadFor } from '../../../mails/mail-texts.ts';
import { checkEmail } from '../../../people/domain/account-rules.ts';
import type { Ctx } from '../../context.ts';
import {
  endInvitationsTo,
  findOpenInvitation,
  type Invitation,
  insertInvitation,
  lockOpenInvitationTo,
  type NewInvitation,
  replaceToken,
} from '../../db/invitations.ts';
import { defaultLifeMinutes } from '../../domain/invitation-rules.ts';
import { type AcceptedTerms, acceptedTerms } from '../../joining/accepted-terms.ts';
import { requireAllowedAddress } from '../../joining/allowed-addresses.ts';
import { isClaimable } from '../../joining/claim-stub.ts';
import { invalidLink, joinLink } from '../../joining/join-links.ts';

/**
 * Mails a link for joining to the given address. The person uses a reusable invitation link, or joins without an invitation if
 * the organization permits that. Only the mail reveals whether the address already has an account. Mails nothing if the address
 * was recently mailed too often.
 * @throws BAD_REQUEST when the address is invalid or the organization does not permit it, the link is not a valid reusable link,
 * or there is no link and the organization requires one; RATE_LIMIT_HIT after too many mails for the client's network
 */
export async function confirmAddress(
  ctx: Ctx,
  { token, email }: ConfirmAddressRequest,
  scope: DbScope,
): Promise<ConfirmAddressResponse> {
  const address = checkEmail(email, ctx.config.host);
  await scope.write(async (tx) => {
    await lockRolesForShare(tx);
    const organization = await tx.organization();
    const link = token === '' ? undefined : await findOpenInvitation(tx, hashToken(token));
    if (token === '' ? organization.settings.invite_required : !link || link.email !== null)
      throw invalidLink();
    const linkTerms = link ? await acceptedTerms(tx, link) : memberTerms(tx);
    if (!linkTerms) throw invalidLink();
    await requireAllowedAddress(tx, address);
    await requireClientMailAllowance(tx, tx.call);
    if (!(await takeMailAllowance(tx, `join ${emailKey(address)}`))) return undefined;
    const known = await findUserByEmail(tx, emailKey(address));
    if (known && !isClaimable(known)) {
      return ctx.outbox.queue(tx, { mail: haveAccountMail(address, known, await letterheadFor(tx, known)) });
    }
    const personalToken = newToken();
    const pending = await lockOpenInvitationTo(tx, emailKey(address));
    // If there is a personal invitation, its terms still apply. Otherwise, those of the link in this request apply.
    const terms = pending && pending.invitedBy !== null ? await acceptedTerms(tx, pending) : undefined;
    if (pending && terms) {
      await replaceToken(tx, { ...pending, role: terms.role }, hashToken(personalToken));
    } else {
      await endInvitationsTo(tx, [emailKey(address)]);
      await insertInvitation(tx, invitationOf(address, personalToken, { link, terms: linkTerms }));
    }
    const mail = confirmationMail(
      address,
      await letterheadFor(tx, undefined),
      joinLink(organization, personalToken),
    );
    return ctx.outbox.queue(tx, { mail });
  });
  ctx.outbox.kick();
  return {};
}

/** What a reusable link gives. Its channels are checked when the person joins. */
type LinkTerms = Pick<AcceptedTerms, 'role' | 'groupIds'>;

/** Returns what a person gets who joins without an invitation. */
const memberTerms = (tx: TxScope): LinkTerms => ({
  role: vouchForRole(tx, 'mail', roles.member, { isBot: false }),
  groupIds: vouch(tx, 'mail', 'groups', []),
});

/** The terms of the reusable link; without a link, the person joins as a member. */
const invitationOf = (
  email: string,
  token: string,
  { link, terms: { role, groupIds } }: { link: Invitation | undefined; terms: LinkTerms },
): NewInvitation => ({
  role,
  groupIds,
  email,
  emailKey: emailKey(email),
  tokenSha256: hashToken(token),
  tokenSealed: null,
  invitedBy: null,
  linkId: link?.invitationId ?? null,
  channelIds: link?.channelIds ?? [],
  includeDefaultChannels: link?.includeDefaultChannels ?? true,
  notifyReferrer: false,
  welcomeText: link?.welcomeText ?? null,
  expiresAt: new Date(Date.now() + defaultLifeMinutes * 60_000),
});
