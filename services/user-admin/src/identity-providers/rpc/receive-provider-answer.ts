import { errors, ParleyError } from '@parley/core';
import type {
  ReceiveProviderAnswerRequest,
  ReceiveProviderAnswerResponse,
} from '@parley/proto/useradmin/v1/sign_in';
import { newToken } from '../../access/domain/secrets.ts';
import { expiredSignIn } from '../../access/second-factors/enrolment.ts';
import { auditFailedSignIn } from '../../access/signing-in/failed-sign-in.ts';
import { lockUser } from '../../kernel/db/people.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { requireEnabledProvider } from '../providers.ts';
import { findAccountOf } from '../resolve-account.ts';

/**
 * Verifies the answer that a provider sent by a cross-site POST of the browser. Browsers send no cookie with such a request, so
 * the cookie cannot show which browser it is. Therefore the verified answer is stored under a new state. In the browser's next
 * request, the cookie shows whether this browser began the attempt.
 * @throws NOT_FOUND, AUTHENTICATION_FAILED; BAD_REQUEST for a provider that does not use POST
 */
export async function receiveProviderAnswer(
  ctx: Ctx,
  { method, state, answer }: ReceiveProviderAnswerRequest,
  scope: DbScope,
): Promise<ReceiveProviderAnswerResponse> {
  const provider = await requireEnabledProvider(ctx, scope, method);
  if (!provider.receive) throw errors.badRequest('This identity provider does not post its answers.');
  const attempt = await ctx.attempts.take(scope, state);
  if (attempt?.method !== method) throw expiredSignIn();
  const verified = await provider.receive(answer, attempt.memory).catch(async (error: unknown) => {
    if (error instanceof ParleyError && error.status < 500) {
      const { message } = error;
      await scope.transaction((tx) =>
        auditFailedSignIn(tx, { person: undefined, reason: 'provider', method, message }),
      );
    }
    throw error;
  });
  const next = newToken();
  await scope.transaction(async (tx) => {
    const userId = await findAccountOf(tx, verified.identity);
    // Ending the person's sessions also locks the person. Either it is complete before this lock, or it waits for this transaction,
    // finds the answer and ends the attempt.
    if (userId !== undefined) await lockUser(tx, userId);
    await ctx.attempts.store(tx, next, { ...attempt, verified, ...(userId !== undefined && { userId }) });
  });
  const [kind, id] = method.split(':');
  return { location: `/complete/${kind}/${id}?state=${next}` };
}
