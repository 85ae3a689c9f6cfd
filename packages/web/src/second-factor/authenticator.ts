/** Wrapper of WebAuthn. It asks the browser's authenticators for passkeys and returns the parameters of the server's API. */
import type { AnswerOf } from '@parley/client';
import { FormError } from '../model/failures.ts';
import { sf } from './texts.ts';

type Check = AnswerOf<'begin-passkey-sign-in'>;
type Enrolment = AnswerOf<'begin-passkey'>;

const toBytes = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));

const toText = (bytes: ArrayBuffer | null): string =>
  bytes === null
    ? ''
    : btoa(String.fromCharCode(...new Uint8Array(bytes)))
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '');

const descriptorOf = ({ id, transports }: Check['allowed'][number]): PublicKeyCredentialDescriptor => ({
  type: 'public-key',
  id: toBytes(id),
  ...(transports.length > 0 && { transports: transports as AuthenticatorTransport[] }),
});

/** Returns whether this browser supports passkeys. They require a secure origin. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext;

/** Returns whether an error means that the person closed the browser's dialog or has no matching passkey. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/**
 * Signs a challenge with a passkey.
 * @throws DOMException when the person closes the browser's dialog or has no matching passkey
 */
export async function signChallenge(check: Check) {
  const credential = (await navigator.credentials.get({
    publicKey: {
      challenge: toBytes(check.challenge),
      rpId: check.rp_id,
      allowCredentials: check.allowed.map(descriptorOf),
      userVerification: check.requires_verification ? 'required' : 'preferred',
    },
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAssertionResponse;
  return {
    challenge_token: check.challenge_token,
    id: credential.id,
    client_data_json: toText(response.clientDataJSON),
    authenticator_data: toText(response.authenticatorData),
    signature: toText(response.signature),
    user_handle: toText(response.userHandle),
  };
}

/** Returns what to throw when a passkey cannot be created. The browser refuses a second passkey of an account on one device. */
const creationFailure = (error: unknown): unknown =>
  error instanceof DOMException && error.name === 'InvalidStateError'
    ? new FormError(sf('passkeyExists'))
    : error;

/**
 * Creates a passkey.
 * @throws DOMException when the person closes the browser's dialog
 * @throws FormError when this device already has a passkey of the account
 */
export async function createPasskey(enrolment: Enrolment) {
  const creation = navigator.credentials.create({
    publicKey: {
      challenge: toBytes(enrolment.challenge),
      rp: { id: enrolment.rp_id, name: enrolment.rp_name },
      user: {
        id: toBytes(enrolment.user_handle),
        name: enrolment.user_name,
        displayName: enrolment.display_name,
      },
      // COSE numbers of the algorithms ES256, EdDSA and RS256.
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: enrolment.excluded.map(descriptorOf),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
    },
  });
  const credential = (await creation.catch((error: unknown) => {
    throw creationFailure(error);
  })) as PublicKeyCredential;
  const response = credential.response as AuthenticatorAttestationResponse;
  return {
    challenge_token: enrolment.challenge_token,
    id: credential.id,
    client_data_json: toText(response.clientDataJSON),
    attestation_object: toText(response.attestationObject),
    transports: response.getTransports(),
  };
}
