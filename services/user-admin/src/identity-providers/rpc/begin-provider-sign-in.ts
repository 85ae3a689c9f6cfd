import { errors, errorText } from '@parley/core';
import type {
  BeginProviderSignInRequest,
  BeginProviderSignInResponse,
} from '@parley/proto/useradmin/v1/sign_in';
import { isPad, localPath } from '../../access/domain/external-identity.ts';
import { newToken } from '../../access/domain/secrets.ts';
import { attemptSeconds, browserHash } from '../../access/signing-in/attempts.ts';
import { requireActiveOrganization } from '../../kernel/caller.ts';
import type { DbScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { requireEnabledProvider } from '../providers.ts';

/**
 * Begins a sign-in at an identity provider. The browser stores a token for all of its attempts. With the token, it can have
 * several concurrent attempts, and no other browser can complete them.
 * @throws NOT_FOUND when the organization has no such provider; REALM_DEACTIVATED; BAD_REQUEST for an invalid one-time pad
 * (`mobilePad`) or key (`desktopKey`) of an app; UNAVAILABLE when the provider does not answer
 */
export async function beginProviderSignIn(
  ctx: Ctx,
  { method, browserToken: given, next, mobilePad, desktopKey }: BeginProviderSignInRequest,
  scope: DbScope,
): Promise<BeginProviderSignInResponse> {
  await requireActiveOrganization(scope);
  const provider = await requireEnabledProvider(ctx, scope, method);
  for (const [parameter, pad] of Object.entries({
    mobile_flow_otp: mobilePad,
    desktop_flow_otp: desktopKey,
  })) {
    if (pad !== '' && !isPad(pad)) throw errors.badRequest(errorText('Invalid {parameter}', { parameter }));
  }
  const browserToken = /^[\w-]{43}$/.test(given) ? given : newToken();
  const state = newToken();
  const { location, memory } = await provider.begin(state);
  await scope.transaction((tx) =>
    ctx.attempts.store(tx, state, {
      kind: 'attempt',
      method,
      browser: browserHash(browserToken),
      next: localPath(next, ctx.config.publicUrl),
      mobilePad,
      desktopKey,
      memory,
    }),
  );
  return { location, browserToken, lifeSeconds: attemptSeconds };
}
