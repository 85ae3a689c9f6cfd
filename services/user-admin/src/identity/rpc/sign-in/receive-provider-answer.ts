import { errors, ParleyError } from '@parley/core';
import type {
  ReceiveProviderAnswerRequest,
  ReceiveProviderAnswerResponse,
} from '@parley/proto/useradmin/v1/sign_in';
import type { Scope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { auditFailedSignIn } from '../../credentials/failed-sign-in.ts';
import { newToken } from '../../domain/secrets.ts';
import { requireEnabledProvider } from '../../sign-in/providers.ts';

/**
 * Verifies an answer that a provider let the browser post. Browsers send no cookie with such a post, so the attempt is
 * stored again under a new state, and the browser proves in its next request that it began the attempt.
 * @throws NOT_FOUND, AUTHENTICATION_FAILED, BAD_REQUEST for a provider whose answers are not posted
 */
export async function receiveProviderAnswer(
  ctx: Ctx,
  { method, state, answer }: ReceiveProviderAnswerRequest,
  scope: Scope,
): Promise<ReceiveProviderAnswerResponse> {
  const provider = await requireEnabledProvider(ctx, scope, method);
  if (!provider.receive) throw errors.badRequest('This identity provider does not post its answers.');
  const attempt = await ctx.attempts.take(scope, state);
  if (attempt?.method !== method) {
    throw new ParleyError('AUTHENTICATION_FAILED', 'This sign-in has expired. Please try again.');
  }
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
  await scope.transaction((tx) => ctx.attempts.store(tx, next, { ...attempt, verified }));
  const [kind, id] = method.split(':');
  return { location: `/complete/${kind}/${id}?state=${next}` };
}
