import { errors } from '@parley/core';
import type {
  ConfirmSessionRequest,
  ConfirmSessionResponse,
} from '@parley/proto/useradmin/v1/second_factors';
import { requirePrincipal } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope, TxScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { hasFactor } from '../../db/second-factors.ts';
import { confirmSession as storeConfirmation, wasJustConfirmed } from '../../db/sessions.ts';
import { requireOwnPassword } from '../../passwords/with-password.ts';
import { withFactor, wrongFactor } from '../../second-factors/with-factor.ts';

/**
 * Confirms the caller's session by proving a factor, before a sensitive action. People without a second factor enter their
 * password.
 * @throws AUTHENTICATION_FAILED for a wrong factor, and for a password when the person has a second factor; BAD_REQUEST for a
 * wrong password, and for calls without a session; RATE_LIMIT_HIT; for a password also the other errors of `requireOwnPassword`
 */
export async function confirmSession(
  ctx: Ctx,
  { proof }: ConfirmSessionRequest,
  scope: DbScope,
): Promise<ConfirmSessionResponse> {
  const caller = await scope.caller();
  const { userId } = caller;
  const { sessionId } = requirePrincipal(scope.call);
  if (sessionId === undefined) throw errors.badRequest('Only sessions of browsers can be confirmed.');
  const confirm = async (tx: TxScope, factor: string) => {
    await storeConfirmation(tx, sessionId);
    await audit(tx, { action: 'user.session_confirmed', userId, details: { factor } });
  };
  if (proof?.proof?.$case === 'password') {
    if (await hasFactor(scope, userId)) throw wrongFactor();
    await requireOwnPassword(ctx, scope, caller, proof.proof.password);
    await scope.write((tx) => confirm(tx, 'password'));
  } else {
    const isDone = (tx: TxScope) => wasJustConfirmed(tx, sessionId);
    await withFactor(ctx, scope, { userId, proof, isDone }, (tx, _person, factor) => confirm(tx, factor));
  }
  return {};
}
