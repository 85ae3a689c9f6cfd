import { errors } from '@parley/core';
import type {
  RedeemSignInTicketRequest,
  RedeemSignInTicketResponse,
} from '@parley/proto/useradmin/v1/sign_in';
import { expiredSignIn } from '../../access/second-factors/enrolment.ts';
import { openSession } from '../../access/sessions/open-session.ts';
import { requireActiveOrganization } from '../../kernel/caller.ts';
import { lockUser } from '../../kernel/db/people.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';

/**
 * Opens a session for a desktop client. The ticket was created by a sign-in in the browser, from which the person copied it.
 * @throws AUTHENTICATION_FAILED for an unknown, used, ended or expired ticket; REALM_DEACTIVATED
 */
export async function redeemSignInTicket(
  ctx: Ctx,
  { token }: RedeemSignInTicketRequest,
  scope: DbScope,
): Promise<RedeemSignInTicketResponse> {
  ctx.writeGuard.check();
  await requireActiveOrganization(scope);
  return scope.transaction(async (tx) => {
    const ticket = await ctx.attempts.findTicket(tx, token);
    const person = ticket && (await lockUser(tx, ticket.userId));
    // Another request may have redeemed or ended the ticket before the person was locked.
    if (!person || !(await ctx.attempts.spend(tx, token))) throw expiredSignIn();
    if (!person.isActive) throw errors.userDeactivated();
    const { method, subject, providerSession = null } = ticket;
    const provider = { method, subject, providerSession, idTokenSealed: null };
    return { userId: person.userId, session: await openSession(tx, person.userId, { provider }) };
  });
}
