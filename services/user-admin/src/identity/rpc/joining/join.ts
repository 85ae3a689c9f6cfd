import type { JoinRequest, JoinResponse } from '@parley/proto/useradmin/v1/joining';
import { auditAs } from '../../../kernel/audit.ts';
import { requireActiveOrganization } from '../../../kernel/caller.ts';
import { findUser } from '../../../kernel/db/people.ts';
import { checkTimezone } from '../../../kernel/domain/languages.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import type { Scope, TxScope } from '../../../kernel/scope.ts';
import { addToGroups } from '../../../organization/groups/add-to-groups.ts';
import { checkNewName } from '../../accounts/change-account.ts';
import { createAccount } from '../../accounts/create-account.ts';
import type { Ctx } from '../../context.ts';
import { openSession } from '../../credentials/open-session.ts';
import { findOpenInvitation, type Invitation, lockOpenInvitation } from '../../db/invitations.ts';
import { checkPassword } from '../../domain/account-rules.ts';
import { hashToken } from '../../domain/secrets.ts';
import { requireAllowedAddress } from '../../joining/allowed-addresses.ts';
import { invalidLink, isStillAccepted } from '../../joining/join-links.ts';
import { queueWelcome } from '../../joining/welcome.ts';

/** Creates the account of an invited person and opens a browser session for it. @throws BAD_REQUEST */
export async function join(ctx: Ctx, request: JoinRequest, scope: Scope): Promise<JoinResponse> {
  ctx.writeGuard.check();
  await requireActiveOrganization(scope);
  const tokenSha256 = hashToken(request.token);
  const offer = await findOpenInvitation(scope, tokenSha256);
  if (!offer || offer.email === null) throw invalidLink();
  checkPassword(request.password, offer.email);
  const timezone = timezoneOf(request.timezone);
  const passwordHash = await ctx.passwords.hash(request.password);
  const response = await scope.write(async (tx) => {
    const invitation = await lockOpenInvitation(tx, tokenSha256);
    if (!invitation || invitation.email === null) throw invalidLink();
    if (!isStillAccepted(invitation, await tx.settings())) throw invalidLink();
    await requireAllowedAddress(tx, invitation.email);
    const { person } = await createAccount(ctx, tx, {
      deliveryEmail: invitation.email,
      fullName: await checkNewName(tx, request.fullName, 0),
      role: invitation.role,
      passwordHash,
      timezone,
      invitation: {
        channelIds: invitation.channelIds,
        includeDefaultChannels: invitation.includeDefaultChannels,
      },
    });
    await finishJoining(ctx, tx, invitation, person);
    return { userId: person.userId, session: await openSession(tx, person.userId) };
  });
  ctx.outbox.kick();
  ctx.telemetry.userCreated(response.userId, offer.invitedBy ?? undefined);
  return response;
}

/** Adds the new person to the groups of the invitation, and queues the welcome messages. */
async function finishJoining(ctx: Ctx, tx: TxScope, invitation: Invitation, person: Person): Promise<void> {
  const { invitedBy, groupIds, notifyReferrer, welcomeText } = invitation;
  await addToGroups(tx, groupIds, person);
  const { userId, role } = person;
  await auditAs(tx, userId, { action: 'user.joined', userId, details: { invitedBy, role } });
  const referrer = notifyReferrer && invitedBy !== null ? await findUser(tx, invitedBy) : undefined;
  await queueWelcome(ctx, tx, person, { referrer, welcomeText });
}

/** Returns the time zone that the browser sent; empty when it is unknown. */
function timezoneOf(given: string): string {
  try {
    return checkTimezone(given);
  } catch {
    return '';
  }
}
