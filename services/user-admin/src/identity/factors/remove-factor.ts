import { errors } from '@parley/core';
import { audit } from '../../kernel/audit.ts';
import { lockUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { Scope, TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { deleteFactors, hasFactor } from '../db/second-factors.ts';
import { requiresFactor } from '../domain/factor-policy.ts';
import { queueFactorNotice } from './factor-notice.ts';
import { requireRecentProof } from './recent-proof.ts';

/**
 * Removes one factor of the caller, after a recent proof, and mails the caller. Recovery codes go with the last factor.
 * @param remove removes it and returns what the audit log names
 * @throws CONFIRMATION_REQUIRED, UNAUTHORIZED, BAD_REQUEST when the organization requires a factor and this is the last
 * one
 */
export async function removeFactor(
  ctx: Pick<Ctx, 'outbox'>,
  scope: Scope,
  remove: (tx: TxScope, caller: Person) => Promise<{ factor: 'totp' | 'passkey'; name?: string }>,
): Promise<void> {
  await scope.write(async (tx) => {
    const caller = await tx.caller();
    const { userId } = caller;
    await requireRecentProof(tx, caller);
    await lockUser(tx, userId);
    const details = await remove(tx, caller);
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
