/** Asks the browser's authenticators for passkeys (WebAuthn), in the form of the server's parameters. */
import type { AnswerOf } from '@parley/client';

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

/** Returns whether this browser knows passkeys. They need a secure connection. */
export const knowsPasskeys = (): boolean => typeof PublicKeyCredential === 'function' && isSecureContext;

/** The person closed the dialog of the browser, or has no fitting passkey. */
export const isDismissed = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

/** Lets a passkey sign a challenge. @throws DOMException when the person dismisses it */
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

/** Creates a passkey. @throws DOMException when the person dismisses it, or has one on this device already */
export async function createPasskey(enrolment: Enrolment) {
  const credential = (await navigator.credentials.create({
    publicKey: {
      challenge: toBytes(enrolment.challenge),
      rp: { id: enrolment.rp_id, name: enrolment.rp_name },
      user: {
        id: toBytes(enrolment.user_handle),
        name: enrolment.user_name,
        displayName: enrolment.display_name,
      },
      // ES256, EdDSA, RS256.
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: enrolment.excluded.map(descriptorOf),
      authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
      attestation: 'none',
    },
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
