import { FormError } from '../model/failures.ts';
import { client } from '../model/session/page-session.ts';
import { isDismissed, signChallenge } from './authenticator.ts';
import { factorTexts, sf } from './texts.ts';

/**
 * Signs in with a passkey alone.
 * @throws the errors of `Client.call`, such as ApiError when the server refuses the passkey
 * @throws FormError when the person closes the browser's dialog or has no matching passkey
 */
export async function signInWithPasskey(): Promise<void> {
  await factorTexts.load();
  const check = await client.call('begin-passkey-sign-in', {});
  const passkey = await signChallenge(check).catch((error: unknown) => {
    throw isDismissed(error) ? new FormError(sf('passkeyFailed')) : error;
  });
  await client.call('complete-sign-in', { passkey });
}
