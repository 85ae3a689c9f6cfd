import type { ConfirmAddressRequest, ConfirmAddressResponse } from '@parley/proto/useradmin/v1/joining';
import { emailKey, roles } from '@parley/rules';
import { findUserByEmail } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { mayMail } from '../../credentials/mail-limit.ts';
import {
  endInvitationsTo,
  findOpenInvitation,
  type Invitation,
  insertInvitation,
  lockPendingOf,
  type NewInvitation,
  replaceToken,
} from '../../db/invitations.ts';
import { checkEmail } from '../../domain/account-rules.ts';
import { defaultLifeMinutes } from '../../domain/invitation-rules.ts';
import { hashToken, newToken } from '../../domain/sealing.ts';
import { requireAllowedAddress } from '../../joining/allowed-addresses.ts';
import { joinLink } from '../../joining/invitation-terms.ts';
import { badLink } from '../../joining/join-links.ts';
import { confirmationMail, haveAccountMail } from '../../outbox/mail-texts.ts';

/**
 * Mails a link of their own to those who came by a link for many, or by themselves where that is open. Whether the
 * address has an account shows in the mail alone.
 */
export async function confirmAddress(
  ctx: Ctx,
  { token, email }: ConfirmAddressRequest,
): Promise<ConfirmAddressResponse> {
  ctx.writeGuard.check();
  const address = checkEmail(email, ctx.config.host);
  await ctx.db.tx(async (tx) => {
    const realm = await readRealm(tx, ctx.config);
    const link = token === '' ? undefined : await findOpenInvitation(tx, hashToken(token));
    if (token === '' ? realm.settings.invite_required : !link || link.email !== null) throw badLink();
    await requireAllowedAddress(tx, realm, address);
    if (!(await mayMail(tx, `join ${emailKey(address)}`))) return undefined;
    if (await findUserByEmail(tx, emailKey(address))) {
      return ctx.outbox.queue(tx, { mail: haveAccountMail(address, realm) });
    }
    const own = newToken();
    const pending = await lockPendingOf(tx, emailKey(address));
    // Whoever was invited in person keeps what they were invited to; of links the latest counts.
    if (pending && pending.invitedBy !== null) {
      await replaceToken(tx, pending.invitationId, hashToken(own));
    } else {
      await endInvitationsTo(tx, emailKey(address));
      await insertInvitation(tx, newcomerOf(address, own, link));
    }
    return ctx.outbox.queue(tx, { mail: confirmationMail(address, realm, joinLink(realm, own)) });
  });
  ctx.outbox.kick();
  return {};
}

/** An invitation that nobody sent: on the terms of the link for many, or as a member where joining is open. */
const newcomerOf = (email: string, token: string, link: Invitation | undefined): NewInvitation => ({
  email,
  emailKey: emailKey(email),
  tokenSha256: hashToken(token),
  tokenSealed: null,
  invitedBy: null,
  linkId: link?.invitationId ?? null,
  role: link?.role ?? roles.member,
  channelIds: link?.channelIds ?? [],
  groupIds: link?.groupIds ?? [],
  includeDefaultChannels: link?.includeDefaultChannels ?? true,
  notifyReferrer: false,
  welcomeText: link?.welcomeText ?? null,
  expiresAt: new Date(Date.now() + defaultLifeMinutes * 60_000),
});
