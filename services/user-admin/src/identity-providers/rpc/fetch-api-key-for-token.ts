import { jsonBytes, ParleyError } from '@parley/core';
import type {
  FetchApiKeyForTokenRequest,
  FetchApiKeyForTokenResponse,
} from '@parley/proto/useradmin/v1/user_admin';
import { openApiKey } from '../../access/keys/open-api-key.ts';
import { missingFactorOf } from '../../access/signing-in/continue-sign-in.ts';
import { auditFailedSignIn } from '../../access/signing-in/failed-sign-in.ts';
import { queueSignInNotice } from '../../access/signing-in/sign-in-notice.ts';
import { auditAs } from '../../kernel/audit.ts';
import { requireActiveOrganization } from '../../kernel/caller.ts';
import { vouch } from '../../kernel/proof.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { presentUser } from '../../people/domain/present-user.ts';
import type { Ctx } from '../context.ts';
import { refused } from '../provider-request.ts';
import { keyTokenProvider } from '../providers.ts';
import { resolveAccount } from '../resolve-account.ts';

/**
 * Returns the API key of the person whom a token (JWT) of a configured issuer names. Each token opens the key once. As for
 * `fetchApiKey`, accounts that need a second factor are refused.
 * @throws BAD_REQUEST when the operator permits no issuer, or the organization not the person's address; AUTHENTICATION_FAILED
 * for an invalid or used token, and for a person who may have no account; REALM_DEACTIVATED; SECOND_FACTOR_REQUIRED;
 * UNAVAILABLE when the issuer's keys cannot be fetched
 */
export async function fetchApiKeyForToken(
  ctx: Ctx,
  { token }: FetchApiKeyForTokenRequest,
  scope: DbScope,
): Promise<FetchApiKeyForTokenResponse> {
  ctx.writeGuard.check();
  await requireActiveOrganization(scope);
  const provider = await keyTokenProvider(ctx, scope, token);
  const { method } = provider;
  try {
    // Asks the issuer for its keys outside of a transaction, because a transaction must not wait for it.
    const { identity } = await provider.keyTokens.verify(token);
    const response = await scope.write(async (tx) => {
      if (!(await ctx.attempts.useToken(tx, token))) throw refused('The token was used before.');
      const person = await resolveAccount(ctx, tx, identity, provider.options);
      if ((await missingFactorOf(tx, person, true)) !== 'nothing') {
        await auditFailedSignIn(tx, { person, reason: 'factor', method });
        return undefined;
      }
      await queueSignInNotice(ctx, tx, person, { isAtProvider: true });
      const { userId } = person;
      await auditAs(tx, userId, { action: 'user.api_key_fetched', userId, details: { method } });
      return {
        apiKey: await openApiKey(ctx, tx, vouch(tx, 'provider', 'api-key', userId)),
        email: person.deliveryEmail,
        userId,
        userJson: jsonBytes(presentUser(person, { viewer: person })),
      };
    });
    ctx.outbox.kick();
    if (!response) throw factorNeeded();
    ctx.telemetry.signedIn(response.userId, method);
    return response;
  } catch (error) {
    if (error instanceof ParleyError && error.code === 'AUTHENTICATION_FAILED') {
      ctx.telemetry.signInRefused('provider');
      const { cause } = error;
      ctx.logger.info(
        { method, reason: error.message, why: cause instanceof Error ? cause.message : cause },
        'token refused',
      );
    }
    throw error;
  }
}

const factorNeeded = () =>
  new ParleyError(
    'SECOND_FACTOR_REQUIRED',
    'This account needs a second factor, which this program cannot ask for. Please sign in with a browser.',
  );
