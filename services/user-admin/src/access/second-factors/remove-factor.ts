import { errors } from '@parley/core';
import type { UserId } from '@parley/rules';
import { audit } from '../../kernel/audit.ts';
import { lockUser } from '../../kernel/db/people.ts';
import type { Proven } from '../../kernel/domain/proof.ts';
import { prove } from '../../kernel/proof.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { deleteFactors, hasFactor } from '../db/second-factors.ts';
import { requiresFactor } from '../domain/factor-policy.ts';
import { queueFactorNotice } from './factor-notice.ts';

/**
 * Removes a factor of the caller, who needs a recent proof, and notifies the caller by mail. With the last factor, also deletes
 * the recovery codes.
 * @param remove removes the factor, and returns the details for the audit log
 * @throws CONFIRMATION_REQUIRED; BAD_REQUEST for the last factor if the organization requires one
 */
export async function removeFactor(
  ctx: Pick<Ctx, 'outbox'>,
  scope: DbScope,
  remove: (
    tx: TxScope,
    userId: Proven<UserId, 'sign-in'>,
  ) => Promise<{ factor: 'totp' | 'passkey'; name?: string }>,
): Promise<void> {
  await scope.write(async (tx) => {
    const caller = await tx.caller();
    const userId = await prove(tx, 'sign-in', caller.userId);
    await lockUser(tx, userId);
    const details = await remove(tx, userId);
    if (!(await hasFactor(tx, userId))) {
      if (requiresFactor(await tx.settings(), caller.role)) {
        throw errors.badRequest('Your organization requires a second factor. Please add another one first.');
      }
      await deleteFactors(tx, userId);
    }
    await audit(tx, { action: 'user.second_factor_removed', userId, details });
    await queueFactorNotice(ctx, tx, caller, { kind: 'removed', factor: details.factor });
  });
  ctx.outbox.kick();
}
