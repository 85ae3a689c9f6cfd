import { ParleyError, type PlainErrorText } from '@parley/core';
import { emit } from '@parley/db';
import type { SendInvitationsRequest, SendInvitationsResponse } from '@parley/proto/useradmin/v1/joining';
import { emailKey } from '@parley/rules';
import { hashToken, newToken } from '../../../access/domain/secrets.ts';
import { audit } from '../../../kernel/audit.ts';
import { recheckAccount } from '../../../kernel/caller.ts';
import { findUsers } from '../../../kernel/db/people.ts';
import type { Person } from '../../../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import { invitationMail, letterheadFor } from '../../../mails/mail-texts.ts';
import { invitesChanged } from '../../../people/events/people.ts';
import type { Ctx } from '../../context.ts';
import {
  countInvitedToday,
  endInvitationsTo,
  insertInvitation,
  lockInvitations,
} from '../../db/invitations.ts';
import { readAddress, splitAddresses } from '../../domain/invitation-rules.ts';
import { addressRule } from '../../joining/allowed-addresses.ts';
import { isClaimable } from '../../joining/claim-stub.ts';
import { checkTerms, provenTerms, requireInviter, type Terms } from '../../joining/invitation-terms.ts';
import { joinLink } from '../../joining/join-links.ts';

type Skipped = [address: string, reason: PlainErrorText, isDeactivated: boolean];

/** Data that all invitations of one request have in common. */
type Offer = { inviter: Person; terms: ProvenTerms; notifyReferrer: boolean };
type ProvenTerms = Omit<Terms, 'role' | 'groupIds'> & Awaited<ReturnType<typeof provenTerms>>;

/**
 * Invites people by mail. When some addresses cannot be invited, the others still are. The error INVITATION_FAILED then lists
 * the failed ones (docs/api/organization.md#invitations).
 * @throws INVITATION_FAILED when an address was not invited, or no address because of the daily limit; BAD_REQUEST; the errors
 * of `provenTerms`
 */
export async function sendInvitations(
  ctx: Ctx,
  request: SendInvitationsRequest,
  scope: DbScope,
): Promise<SendInvitationsResponse> {
  const inviter = await scope.caller();
  await requireInviter(scope, inviter, 'can_invite_users_group');
  const given = splitAddresses(request.emails);
  const terms = await checkTerms(ctx, scope, inviter, request.terms);
  const skipped = await scope.write(async (tx) => {
    await recheckAccount(tx, inviter);
    await lockInvitations(tx);
    const sorted = await sortAddresses(tx, given);
    const invitedToday = await countInvitedToday(tx);
    if (invitedToday + sorted.invitable.length > ctx.config.invitationsPerDay) throw dailyLimit();
    if (sorted.invitable.length === 0) throw nobodyInvited(sorted.skipped);
    const offer = {
      inviter,
      terms: { ...terms, ...(await provenTerms(tx, terms)) },
      notifyReferrer: request.notifyReferrer,
    };
    const inviterIds = [inviter.userId];
    for (const email of sorted.invitable) {
      inviterIds.push(...(await endInvitationsTo(tx, [emailKey(email)])));
      await inviteOne(ctx, tx, email, offer);
    }
    await emit(tx, invitesChanged(inviterIds));
    await audit(tx, {
      action: 'invitation.sent',
      details: { emails: sorted.invitable.slice(0, 100), count: sorted.invitable.length, role: terms.role },
    });
    return sorted.skipped;
  });
  ctx.outbox.kick();
  if (skipped.length > 0) throw someNotInvited(skipped);
  return {};
}

/** Shortens a malformed address for an error message, because it may be a text of any length. */
const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** Splits addresses into those that can be invited and those that cannot. */
async function sortAddresses(
  tx: TxScope,
  given: readonly string[],
): Promise<{ invitable: string[]; skipped: Skipped[] }> {
  const skipped: Skipped[] = [];
  const { host } = await tx.organization();
  const refusalOfAddress = await addressRule(tx);
  const addresses = new Map<string, string>();
  for (const each of given) {
    const email = readAddress(each, host);
    if (email === undefined) skipped.push([shortened(each), 'Invalid address.', false]);
    else {
      const objection = refusalOfAddress(email);
      if (objection === undefined) addresses.set(emailKey(email), email);
      else skipped.push([email, objection, false]);
    }
  }
  const taken = await findUsers(tx, { userIds: [], keys: [...addresses.keys()] });
  for (const person of taken) {
    const key = emailKey(person.deliveryEmail);
    const email = addresses.get(key);
    // Whoever is invited to an account of an import gets this account.
    if (email === undefined || isClaimable(person) || !addresses.delete(key)) continue;
    skipped.push(
      person.isActive
        ? [email, 'Already has an account.', false]
        : [email, 'Account has been deactivated.', true],
    );
  }
  return { invitable: [...addresses.values()], skipped };
}

async function inviteOne(
  ctx: Ctx,
  tx: TxScope,
  email: string,
  { inviter, terms, notifyReferrer }: Offer,
): Promise<void> {
  const organization = await tx.organization();
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
  const link = joinLink(organization, token);
  await ctx.outbox.queue(tx, {
    mail: invitationMail(email, await letterheadFor(tx, undefined), {
      inviter,
      link,
      expiresAt: terms.expiresAt,
    }),
  });
}

const failed = (
  message: PlainErrorText,
  skipped: Skipped[],
  { sent = false, limit = false } = {},
): ParleyError =>
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
    { limit: true },
  );

function someNotInvited(skipped: Skipped[]): ParleyError {
  const isTaken = skipped.every(([, reason]) => reason === 'Already has an account.');
  return failed(
    isTaken
      ? "Some of those addresses are already in use, so we didn't send them an invitation. We did send invitations to everyone else!"
      : "Some of those addresses could not be used, so we didn't send them an invitation. We did send invitations to everyone else!",
    skipped,
    { sent: true },
  );
}
