import { ParleyError } from '@parley/core';
import { emit, type Tx } from '@parley/db';
import type { SendInvitationsRequest, SendInvitationsResponse } from '@parley/proto/useradmin/v1/joining';
import type { Call } from '@parley/rpc';
import { emailKey } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { requireCaller, requireStill } from '../../../kernel/caller.ts';
import { findUsers } from '../../../kernel/db/people.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import type { Realm } from '../../../kernel/domain/realm.ts';
import type { Ctx } from '../../context.ts';
import {
  countInvitedToday,
  endInvitationsTo,
  insertInvitation,
  lockInvitations,
} from '../../db/invitations.ts';
import { readAddress, splitAddresses } from '../../domain/invitation-rules.ts';
import { hashToken, newToken } from '../../domain/sealing.ts';
import { invitesChanged } from '../../events/people.ts';
import { addressRule } from '../../joining/allowed-addresses.ts';
import { checkTerms, joinLink, requireInviter, type Terms } from '../../joining/invitation-terms.ts';
import { invitationMail } from '../../outbox/mail-texts.ts';

/** An address that was left out, why, and whether a deactivated account has it (specification, 8). */
type Skipped = [address: string, reason: string, isDeactivated: boolean];

/**
 * Invites people by mail (contract, `send-invites`). Some addresses may fail while others are invited:
 * INVITATION_FAILED says which.
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function sendInvitations(
  ctx: Ctx,
  request: SendInvitationsRequest,
  call: Call,
): Promise<SendInvitationsResponse> {
  ctx.writeGuard.check();
  const inviter = await requireCaller(ctx.db, call);
  const realm = await readRealm(ctx.db, ctx.config);
  await requireInviter(ctx.db, realm, inviter, 'can_invite_users_group');
  const given = splitAddresses(request.emails);
  const terms = await checkTerms(ctx, realm, inviter, request.terms, call);
  const skipped = await ctx.db.tx(async (tx) => {
    await requireStill(tx, inviter);
    await lockInvitations(tx);
    const { invitable, left } = await sortAddresses(ctx, tx, realm, given);
    if ((await countInvitedToday(tx)) + invitable.length > ctx.config.invitationsPerDay) throw dailyLimit();
    if (invitable.length === 0) throw nobodyInvited(left);
    const inviters = [inviter.userId];
    for (const email of invitable) {
      inviters.push(...(await endInvitationsTo(tx, emailKey(email))));
      await inviteOne(ctx, tx, realm, inviter, email, terms, request.notifyReferrer);
    }
    await emit(tx, invitesChanged(inviters));
    await audit(tx, call, {
      action: 'invitation.sent',
      details: { emails: invitable.slice(0, 100), count: invitable.length, role: terms.role },
    });
    return left;
  });
  ctx.outbox.kick();
  if (skipped.length > 0) throw someNotInvited(skipped);
  return {};
}

/** What is no address may be anything; enough of it to recognize it by. */
const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** Those who can be invited, and the others with the reason. */
async function sortAddresses(ctx: Ctx, tx: Tx, realm: Realm, given: readonly string[]) {
  const left: Skipped[] = [];
  const objection = await addressRule(tx, realm);
  const addresses = new Map<string, string>();
  for (const each of given) {
    const email = readAddress(each, ctx.config.host);
    if (email === undefined) left.push([shortened(each), 'Invalid address.', false]);
    else {
      const why = objection(email);
      if (why === undefined) addresses.set(emailKey(email), email);
      else left.push([email, why, false]);
    }
  }
  const taken = await findUsers(tx, { userIds: [], keys: [...addresses.keys()] });
  for (const person of taken) {
    const key = emailKey(person.deliveryEmail);
    const email = addresses.get(key);
    if (email === undefined || !addresses.delete(key)) continue;
    left.push(
      person.isActive
        ? [email, 'Already has an account.', false]
        : [email, 'Account has been deactivated.', true],
    );
  }
  return { invitable: [...addresses.values()], left };
}

async function inviteOne(
  ctx: Ctx,
  tx: Tx,
  realm: Realm,
  inviter: Person,
  email: string,
  terms: Terms,
  notifyReferrer: boolean,
): Promise<void> {
  const token = newToken();
  await insertInvitation(tx, {
    ...terms,
    email,
    emailKey: emailKey(email),
    tokenSha256: hashToken(token),
    tokenSealed: null,
    invitedBy: inviter.userId,
    linkId: null,
    notifyReferrer,
  });
  const link = joinLink(realm, token);
  await ctx.outbox.queue(tx, {
    mail: invitationMail(email, realm, { inviter, link, expiresAt: terms.expiresAt }),
  });
}

const failed = (message: string, skipped: Skipped[], { sent = false, limit = false } = {}): ParleyError =>
  new ParleyError('INVITATION_FAILED', message, {
    errors: skipped,
    sent_invitations: sent,
    daily_limit_reached: limit,
    license_limit_reached: false,
  });

const nobodyInvited = (skipped: Skipped[]) => failed("We weren't able to invite anyone.", skipped);

const dailyLimit = () =>
  failed(
    'There is a limit on the number of invitations that can be sent in one day. Please try again later.',
    [],
    {
      limit: true,
    },
  );

function someNotInvited(skipped: Skipped[]): ParleyError {
  const isTaken = skipped.every(([, reason]) => reason === 'Already has an account.');
  const what = isTaken ? 'are already in use' : 'could not be used';
  return failed(
    `Some of those addresses ${what}, so we didn't send them an invitation. We did send invitations to everyone else!`,
    skipped,
    { sent: true },
  );
}
