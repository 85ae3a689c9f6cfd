import { ParleyError } from '@parley/core';
import type {
  CompleteProviderSignInRequest,
  CompleteProviderSignInResponse,
} from '@parley/proto/useradmin/v1/sign_in';
import type { UserId } from '@parley/rules';
import type { VerifiedSignIn } from '../../access/domain/external-identity.ts';
import { expiredSignIn } from '../../access/second-factors/enrolment.ts';
import { type Attempt, type FirstStep, isSameBrowser } from '../../access/signing-in/attempts.ts';
import { continueSignIn } from '../../access/signing-in/continue-sign-in.ts';
import { auditFailedSignIn } from '../../access/signing-in/failed-sign-in.ts';
import { queueSignInNotice } from '../../access/signing-in/sign-in-notice.ts';
import { requireActiveOrganization } from '../../kernel/caller.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { requireEnabledProvider } from '../providers.ts';
import { resolveAccount } from '../resolve-account.ts';

/**
 * Completes a sign-in at an identity provider. Opens a session for a browser, or returns the API key or a ticket to the client
 * that began the attempt. An attempt can be completed once, only in the browser that began it, and only with an answer of its
 * provider.
 * @throws AUTHENTICATION_FAILED, REALM_DEACTIVATED, NOT_FOUND, BAD_REQUEST, UNAVAILABLE; SECOND_FACTOR_REQUIRED, with the token
 * of the pending sign-in
 */
export async function completeProviderSignIn(
  ctx: Ctx,
  request: CompleteProviderSignInRequest,
  scope: DbScope,
): Promise<CompleteProviderSignInResponse> {
  ctx.writeGuard.check();
  await requireActiveOrganization(scope);
  const { method, browserToken, state } = request;
  const provider = await requireEnabledProvider(ctx, scope, method);
  let isAttempt = false;
  try {
    const attempt = await ctx.attempts.find(scope, state);
    isAttempt = attempt !== undefined;
    const isOwn = attempt?.method === method && isSameBrowser(attempt, browserToken);
    // An attempt with a verified answer is kept until `resolveAccount` has locked the person's row. Until then, a request that
    // ends the person's sign-ins must find the attempt.
    const isKept = isOwn && attempt.verified !== undefined;
    const isTaken = isKept || (isAttempt && (await ctx.attempts.spend(scope, state)));
    if (!isOwn || !isTaken) throw expiredSignIn();
    // Asks the provider outside of a transaction, because a transaction must not wait for it.
    const verified = attempt.verified ?? (await provider.complete({ ...request, memory: attempt.memory }));
    const { userId, continued } = await scope.write(async (tx) => {
      const person = await resolveAccount(ctx, tx, verified.identity, provider.options);
      if (attempt.verified && !(await ctx.attempts.spend(tx, state))) throw expiredSignIn();
      const first = firstStepOf(ctx, person.userId, attempt, verified);
      const continued = await continueSignIn(ctx, tx, person, first);
      if (!continued.refusal) await queueSignInNotice(ctx, tx, person, { isAtProvider: true });
      return { userId: person.userId, continued };
    });
    ctx.outbox.kick();
    if (continued.refusal) throw continued.refusal;
    ctx.telemetry.signedIn(userId, method);
    return { userId, result: continued.result.result };
  } catch (error) {
    const isPending = error instanceof ParleyError && error.code === 'SECOND_FACTOR_REQUIRED';
    if (error instanceof ParleyError && error.status < 500 && !isPending) {
      ctx.telemetry.signInRefused('provider');
      ctx.logger.info({ method, reason: error.message, why: causeOf(error) }, 'sign-in refused');
      // A refused attempt cannot be repeated.
      if (isAttempt) await ctx.attempts.spend(scope, state);
      if (isAttempt) await auditRefusal(scope, method, error);
    }
    throw error;
  }
}

/** Returns the first step of the sign-in, after the provider has answered. */
function firstStepOf(
  ctx: Ctx,
  userId: UserId,
  { method, next, mobilePad, desktopKey }: Attempt,
  { identity: { subject }, providerSession, idToken }: VerifiedSignIn,
): FirstStep {
  const idTokenSealed =
    idToken === undefined ? null : ctx.idTokenSealer.seal(idToken, userId).toString('base64');
  const provider = { subject, providerSession: providerSession ?? null, idTokenSealed };
  return { method, provider, next, mobilePad, desktopKey };
}

/** Requests without a known attempt are not recorded, so that strangers cannot fill the log. */
const auditRefusal = (scope: DbScope, method: string, { message }: ParleyError): Promise<void> =>
  scope.transaction((tx) =>
    auditFailedSignIn(tx, { person: undefined, reason: 'provider', method, message }),
  );

/** These messages contain the names of claims and checks, but no values. */
const causeOf = ({ cause }: ParleyError): string | undefined =>
  cause instanceof Error ? cause.message : undefined;
