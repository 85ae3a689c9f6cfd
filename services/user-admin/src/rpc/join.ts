import { errors } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import { emailKey } from '@parley/directory/rules';
import type {
  ConfirmAddressRequest,
  ConfirmAddressResponse,
  GetJoinOfferRequest,
  GetJoinOfferResponse,
  JoinRequest,
  JoinResponse,
} from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { checkNewName } from '../account-changes.ts';
import { createAccount } from '../accounts.ts';
import { requireAllowedDomain } from '../allowed-domains.ts';
import { audit } from '../audit.ts';
import type { Ctx } from '../context.ts';
import {
  endInvitation,
  findOpenInvitation,
  type Invitation,
  insertInvitation,
  lockOpenInvitation,
  lockPendingOf,
  type NewInvitation,
  replaceToken,
} from '../db/invitations.ts';
import { type Realm, readRealm } from '../db/realm.ts';
import { findUser, findUserByEmail } from '../db/users.ts';
import { checkEmail, checkPassword } from '../domain/account-rules.ts';
import { defaultLifeMinutes } from '../domain/invitation-rules.ts';
import { checkTimezone } from '../domain/languages.ts';
import { type Person, ROLE } from '../domain/person.ts';
import { hashToken, newToken } from '../domain/sealing.ts';
import { invitesChanged } from '../events/people.ts';
import { addToGroups } from '../group-members.ts';
import { joinLink } from '../invitations.ts';
import { mayMail } from '../mail-limit.ts';
import { confirmationMail, haveAccountMail } from '../outbox/mail-texts.ts';
import { openSession } from '../sessions.ts';
import { welcome } from '../welcome.ts';

const badLink = () => errors.badRequest('The link is not valid any more. Please ask for a new invitation.');

/** What the page behind a link needs to know. */
export async function getJoinOffer(ctx: Ctx, { token }: GetJoinOfferRequest): Promise<GetJoinOfferResponse> {
  const { settings } = await readRealm(ctx.db, ctx.config);
  if (token === '') return { organization: settings.name, email: '', isOpen: !settings.invite_required };
  const invitation = await findOpenInvitation(ctx.db, hashToken(token));
  return {
    organization: settings.name,
    email: invitation?.email ?? '',
    isOpen: invitation !== undefined,
  };
}

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
    await requireAllowedDomain(tx, realm, address);
    if (!(await mayMail(tx, `join ${emailKey(address)}`))) return undefined;
    if (await findUserByEmail(tx, emailKey(address))) {
      return ctx.outbox.queue(tx, { mail: haveAccountMail(address, realm) });
    }
    const own = newToken();
    const pending = await lockPendingOf(tx, emailKey(address));
    // Whoever was invited in person keeps what they were invited to.
    if (pending) await replaceToken(tx, pending.invitationId, hashToken(own));
    else await insertInvitation(tx, newcomerOf(address, own, link));
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
  role: link?.role ?? ROLE.member,
  channelIds: link?.channelIds ?? [],
  groupIds: link?.groupIds ?? [],
  includeDefaultChannels: link?.includeDefaultChannels ?? true,
  notifyReferrer: false,
  welcomeText: link?.welcomeText ?? null,
  expiresAt: new Date(Date.now() + defaultLifeMinutes * 60_000),
});

/** The invited person has an account, and their browser is signed in. */
export async function join(ctx: Ctx, request: JoinRequest, call: Call): Promise<JoinResponse> {
  ctx.writeGuard.check();
  const tokenSha256 = hashToken(request.token);
  const offer = await findOpenInvitation(ctx.db, tokenSha256);
  if (!offer || offer.email === null) throw badLink();
  checkPassword(request.password, offer.email);
  const timezone = timezoneOf(request.timezone);
  const passwordHash = await ctx.passwords.hash(request.password);
  const response = await ctx.db.tx(async (tx) => {
    const invitation = await lockOpenInvitation(tx, tokenSha256);
    if (!invitation || invitation.email === null) throw badLink();
    const realm = await readRealm(tx, ctx.config);
    await requireAllowedDomain(tx, realm, invitation.email);
    const { person } = await createAccount(ctx, tx, realm, {
      deliveryEmail: invitation.email,
      fullName: await checkNewName(tx, realm, request.fullName, 0),
      role: invitation.role,
      passwordHash,
      timezone,
      invitation: {
        channelIds: invitation.channelIds,
        includeDefaultChannels: invitation.includeDefaultChannels,
      },
    });
    await endInvitation(tx, invitation.invitationId);
    await afterJoining(ctx, tx, realm, invitation, person, call);
    return { userId: person.userId, session: await openSession(tx, call, person.userId) };
  });
  ctx.outbox.kick();
  ctx.telemetry.userCreated(response.userId, offer.invitedBy ?? undefined);
  return response;
}

async function afterJoining(
  ctx: Ctx,
  tx: Tx,
  realm: Realm,
  invitation: Invitation,
  person: Person,
  call: Call,
): Promise<void> {
  const { invitedBy, groupIds, notifyReferrer, welcomeText } = invitation;
  await addToGroups(tx, realm, groupIds, person.userId);
  if (invitedBy !== null) await emit(tx, invitesChanged([invitedBy]));
  await audit(
    tx,
    { ...call, principal: { userId: person.userId } },
    { action: 'user.joined', userId: person.userId, details: { invitedBy, role: person.role } },
  );
  const referrer = notifyReferrer && invitedBy !== null ? await findUser(tx, invitedBy) : undefined;
  await welcome(ctx, tx, realm, person, { referrer, welcomeText });
}

/** What the browser says; none when it says nonsense. */
function timezoneOf(given: string): string {
  try {
    return checkTimezone(given);
  } catch {
    return '';
  }
}
