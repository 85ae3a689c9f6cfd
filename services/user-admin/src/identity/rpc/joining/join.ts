import type { Tx } from '@parley/db';
import type { JoinRequest, JoinResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { findUser } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { checkTimezone } from '../../../kernel/domain/languages.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import type { Realm } from '../../../kernel/domain/realm.ts';
import { addToGroups } from '../../../organization/groups/add-to-groups.ts';
import { checkNewName } from '../../accounts/change-account.ts';
import { createAccount } from '../../accounts/create-account.ts';
import type { Ctx } from '../../context.ts';
import { openSession } from '../../credentials/open-session.ts';
import { findOpenInvitation, type Invitation, lockOpenInvitation } from '../../db/invitations.ts';
import { checkPassword } from '../../domain/account-rules.ts';
import { hashToken } from '../../domain/sealing.ts';
import { requireAllowedAddress } from '../../joining/allowed-addresses.ts';
import { badLink, isStillWanted } from '../../joining/join-links.ts';
import { welcome } from '../../joining/welcome.ts';

/** The invited person has an account, and their browser is signed in. @throws BAD_REQUEST */
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
    if (!isStillWanted(invitation, realm)) throw badLink();
    await requireAllowedAddress(tx, realm, invitation.email);
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
  await addToGroups(tx, realm, groupIds, person);
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
