import type { JoinRequest, JoinResponse } from '@parley/proto/useradmin/v1/joining';
import { hashToken } from '../../../access/domain/secrets.ts';
import { requirePasswords } from '../../../access/passwords/with-password.ts';
import { continueSignIn } from '../../../access/signing-in/continue-sign-in.ts';
import { auditAs } from '../../../kernel/audit.ts';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import { findUser, lockRolesForShare } from '../../../kernel/db/people.ts';
import { knownTimezone } from '../../../kernel/domain/languages.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import { addToGroups } from '../../../organization/groups/add-to-groups.ts';
import { checkNewName } from '../../change-account.ts';
import type { Ctx } from '../../context.ts';
import { createAccount } from '../../create-account.ts';
import { findOpenInvitation, type Invitation, lockOpenInvitation } from '../../db/invitations.ts';
import { type AcceptedTerms, acceptedTerms } from '../../joining/accepted-terms.ts';
import { requireAllowedAddress } from '../../joining/allowed-addresses.ts';
import { claimStub } from '../../joining/claim-stub.ts';
import { invalidLink, isStillAccepted } from '../../joining/join-links.ts';
import { queueWelcome } from '../../joining/welcome.ts';

const byLink = { method: 'invitation', next: '', mobilePad: '', desktopKey: '' };

/**
 * Creates an account for the person with an invitation, or gives them the account that an import has brought for their address, and
 * opens a browser session.
 * @throws BAD_REQUEST, PASSWORD_AUTH_DISABLED, REALM_DEACTIVATED; SECOND_FACTOR_REQUIRED, after the account was created, when
 * the person must set up a second factor to sign in
 */
export async function join(ctx: Ctx, request: JoinRequest, scope: DbScope): Promise<JoinResponse> {
  ctx.writeGuard.check();
  await requireActiveOrganization(scope);
  await requirePasswords(scope);
  const tokenSha256 = hashToken(request.token);
  const offer = await findOpenInvitation(scope, tokenSha256);
  if (!offer || offer.email === null) throw invalidLink();
  const timezone = knownTimezone(request.timezone);
  const passwordHash = await ctx.passwords.hashNew(request.password, {
    email: offer.email,
    fullName: request.fullName,
  });
  const response = await scope.write(async (tx) => {
    await lockRolesForShare(tx);
    const invitation = await lockOpenInvitation(tx, tokenSha256);
    if (!invitation || invitation.email === null) throw invalidLink();
    if (!isStillAccepted(invitation, await tx.settings())) throw invalidLink();
    await requireAllowedAddress(tx, invitation.email);
    const terms = await acceptedTerms(tx, invitation);
    if (!terms) throw invalidLink();
    const claim = { address: invitation.email, fullName: request.fullName, passwordHash };
    const person =
      (await claimStub(tx, claim, 'mail')) ??
      (
        await createAccount(ctx, tx, {
          deliveryEmail: invitation.email,
          fullName: await checkNewName(tx, request.fullName, 0),
          role: terms.role,
          passwordHash,
          timezone,
          invitation: terms.channels,
        })
      ).person;
    await finishJoining(ctx, tx, { ...invitation, groupIds: terms.groupIds }, person);
    return { userId: person.userId, continued: await continueSignIn(ctx, tx, person, byLink) };
  });
  ctx.outbox.kick();
  const { userId, continued } = response;
  ctx.telemetry.userCreated(userId, offer.invitedBy ?? undefined);
  if (continued.refusal) throw continued.refusal;
  const { result } = continued.result;
  return { userId, session: result?.$case === 'browser' ? result.browser.session : undefined };
}

type Joined = Pick<Invitation, 'invitedBy' | 'notifyReferrer' | 'welcomeText'> &
  Pick<AcceptedTerms, 'groupIds'>;

async function finishJoining(ctx: Ctx, tx: TxScope, invitation: Joined, person: Person): Promise<void> {
  const { invitedBy, groupIds, notifyReferrer, welcomeText } = invitation;
  await addToGroups(tx, groupIds, person);
  const { userId, role } = person;
  await auditAs(tx, userId, { action: 'user.joined', userId, details: { invitedBy, role } });
  const referrer = notifyReferrer && invitedBy !== null ? await findUser(tx, invitedBy) : undefined;
  await queueWelcome(ctx, tx, person, { referrer, welcomeText });
}
