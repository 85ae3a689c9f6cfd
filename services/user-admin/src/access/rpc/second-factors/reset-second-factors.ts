import { errors } from '@parley/core';
import type {
  ResetSecondFactorsRequest,
  ResetSecondFactorsResponse,
} from '@parley/proto/useradmin/v1/second_factors';
import { isOfOperator } from '@parley/rpc';
import { roles } from '@parley/rules';
import { audit } from '../../../kernel/audit.ts';
import { lockWithCaller } from '../../../kernel/caller.ts';
import { findUser } from '../../../kernel/db/people.ts';
import { isOwner, noSuchUser, requireAdministrator } from '../../../kernel/domain/authority.ts';
import { proveUnlessOperator } from '../../../kernel/proof.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteFactors, hasFactor } from '../../db/second-factors.ts';
import { endAccess } from '../../end-access.ts';
import { queueFactorNotice } from '../../second-factors/factor-notice.ts';

/**
 * Removes the second factors of a person who has lost them. Ends all access of the account, because the lost device may be
 * signed in, and notifies the person by mail. Operators and administrators may call it, but only owners and operators for an
 * owner. People cannot reset their own factors, because they can remove them in the settings.
 * @throws BAD_REQUEST when the caller may not reset the factors of this person, no such person exists, or the person has no
 * second factor; the errors of `prove`
 */
export async function resetSecondFactors(
  ctx: Ctx,
  { userId }: ResetSecondFactorsRequest,
  scope: DbScope,
): Promise<ResetSecondFactorsResponse> {
  await scope.write(async (tx) => {
    // Operators need no further permission.
    const caller = isOfOperator(tx.call) ? undefined : await tx.caller();
    if (caller) requireAdministrator(caller);
    await lockWithCaller(tx, userId);
    const target = await findUser(tx, userId);
    if (!target || target.isBot) throw noSuchUser();
    if (caller && (caller.userId === userId || (target.role === roles.owner && !isOwner(caller)))) {
      throw errors.notPermitted();
    }
    // An authenticator app that was never confirmed protects nothing. A person with only such an app keeps the sessions, and can
    // still confirm the app.
    if (!(await hasFactor(tx, userId))) throw errors.badRequest('This person has no second factor.');
    await deleteFactors(tx, await proveUnlessOperator(tx, 'sign-in', userId));
    await endAccess(ctx, tx, userId, { reason: 'factors_reset' });
    await audit(tx, { action: 'user.second_factors_reset', userId });
    await queueFactorNotice(ctx, tx, target, { kind: 'reset' });
  });
  ctx.outbox.kick();
  return {};
}
