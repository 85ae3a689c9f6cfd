/** Parameters and answers that the operations of second factors share. */

import { credential } from '@parley/api';
import { required } from '@parley/core';
import type {
  BeginPasskeyCheckResponse,
  BeginPasskeyEnrolmentResponse,
  FactorProof,
  PasskeyAnswer,
  SignInResult,
} from '@parley/proto/useradmin/v1/second_factors';
import { handOut, type Receiver, type UserId } from '@parley/rules';
import { z } from 'zod';
import { csrfTokenOf, sessionCookies } from '../auth/cookies.ts';
import type { Ctx } from '../context.ts';
import { freeText, json, text } from '../edge/declaration/parameter.ts';

/** Maximum length of each part of an authenticator's answer, in base64url characters. Real parts are shorter. */
const maxBytes = 20_000;
const bytes = z
  .string()
  .max(maxBytes)
  .regex(/^[\w-]*$/);

const passkeySchema = z.strictObject({
  challenge_token: z.string().max(100),
  id: bytes,
  client_data_json: bytes,
  attestation_object: bytes.default(''),
  transports: z
    .array(z.string().max(40))
    .refine((all) => all.length <= 10)
    .default([]),
  authenticator_data: bytes.default(''),
  signature: bytes.default(''),
  user_handle: bytes.default(''),
});

const descriptors = z.array(z.strictObject({ id: z.string(), transports: z.array(z.string()) }));

/** Members of an answer with a challenge that an existing passkey must sign. Bytes are encoded as base64url. */
export const passkeyCheck = {
  challenge_token: z.string(),
  challenge: z.string(),
  rp_id: z.string(),
  /** Passkeys that may answer; empty when any passkey of this server may answer. */
  allowed: descriptors,
  requires_verification: z.boolean(),
};

/** Members of an answer with a challenge for registering a new passkey. Bytes are encoded as base64url. */
export const passkeyEnrolment = {
  challenge_token: z.string(),
  challenge: z.string(),
  rp_id: z.string(),
  rp_name: z.string(),
  user_handle: z.string(),
  user_name: z.string(),
  display_name: z.string(),
  excluded: descriptors,
};

/** Members of an answer with the secret for a new authenticator app (TOTP). */
export const totpEnrolment = {
  /** The secret in Base32. */
  secret: credential('second factor'),
  /** URL with the scheme `otpauth:`, for a QR code. */
  uri: credential('second factor'),
};

/** Members of an answer that tell how a completed sign-in continues. */
export const signInResult = {
  user_id: z.int(),
  /** CSRF token of the new session in this browser; absent when a mobile or desktop client signs in. */
  csrf_token: credential('session token').optional(),
  /** Path or URL at which the browser continues; absent when there is a ticket. */
  location: credential('sign-in result').optional(),
  /** The encrypted ticket, which the person copies to their desktop client. */
  desktop_ticket: credential('sign-in result').optional(),
};

/** Member of an answer with new recovery codes; empty when the account already has some. */
export const newCodes = { recovery_codes: z.array(credential('second factor')) };

export const passkeyParameter = () =>
  json(passkeySchema).describe('What the authenticator answered; bytes as base64url.');

/** The error `SECOND_FACTOR_REQUIRED` contains this token. */
export const pendingToken = () => text(100).describe('The token in the refusal SECOND_FACTOR_REQUIRED.');

export const factorCode = () => freeText(100).describe('Six digits of an authenticator app.');

/** Converts the answer of an authenticator to the request field of user-admin. */
export const passkeyAnswerOf = (given: z.infer<typeof passkeySchema>): PasskeyAnswer => ({
  challengeToken: given.challenge_token,
  credentialId: given.id,
  clientDataJson: given.client_data_json,
  attestationObject: given.attestation_object,
  transports: given.transports,
  authenticatorData: given.authenticator_data,
  signature: given.signature,
  userHandle: given.user_handle,
});

type GivenProof = {
  code?: string | undefined;
  recovery_code?: string | undefined;
  passkey?: z.infer<typeof passkeySchema> | undefined;
  password?: string | undefined;
};

/** `proof` is undefined without any. Of several: passkey, code, recovery code, password. */
export function proofOf({ code, recovery_code, passkey, password }: GivenProof): FactorProof {
  if (passkey !== undefined) return { proof: { $case: 'passkey', passkey: passkeyAnswerOf(passkey) } };
  if (code !== undefined) return { proof: { $case: 'code', code } };
  if (recovery_code !== undefined) return { proof: { $case: 'recoveryCode', recoveryCode: recovery_code } };
  return { proof: password === undefined ? undefined : { $case: 'password', password } };
}

const signInResultOf = (text: string) => handOut('sign-in result', text, undefined);

/** Returns the members of an answer with the secret for a new authenticator app. */
export const totpEnrolmentBody = ({ secret, uri }: { secret: string; uri: string }, receiver: Receiver) => ({
  secret: handOut('second factor', secret, receiver),
  uri: handOut('second factor', uri, receiver),
});

export const newCodesBody = (codes: readonly string[], receiver: Receiver) => ({
  recovery_codes: codes.map((code) => handOut('second factor', code, receiver)),
});

/** Returns the body and the cookies of the answer to a completed sign-in. */
export function completedSignIn(
  { config }: Pick<Ctx, 'config'>,
  userId: UserId,
  signIn: SignInResult | undefined,
) {
  switch (signIn?.result?.$case) {
    case 'browser': {
      const { session, next } = signIn.result.browser;
      const { token, lifeSeconds } = required(session, 'session');
      return {
        cookies: { 'set-cookie': sessionCookies(token, lifeSeconds, config.isSecure) },
        body: {
          user_id: userId,
          csrf_token: handOut('session token', csrfTokenOf(token), undefined),
          location: signInResultOf(next || '/'),
        },
      };
    }
    case 'mobileLocation':
      return {
        cookies: {},
        body: { user_id: userId, location: signInResultOf(signIn.result.mobileLocation) },
      };
    case 'desktopTicket':
      return {
        cookies: {},
        body: { user_id: userId, desktop_ticket: signInResultOf(signIn.result.desktopTicket) },
      };
    default:
      throw new Error('user-admin completed a sign-in without a result.');
  }
}

export const passkeyCheckBody = (given: BeginPasskeyCheckResponse) => ({
  challenge_token: given.challengeToken,
  challenge: given.challenge,
  rp_id: given.rpId,
  allowed: given.allowed.map(({ credentialId: id, transports }) => ({ id, transports })),
  requires_verification: given.requiresVerification,
});

/** Returns the body of an answer with a challenge for a new passkey. */
export const passkeyEnrolmentBody = (given: BeginPasskeyEnrolmentResponse) => ({
  challenge_token: given.challengeToken,
  challenge: given.challenge,
  rp_id: given.rpId,
  rp_name: given.rpName,
  user_handle: given.userHandle,
  user_name: given.userName,
  display_name: given.displayName,
  excluded: given.excluded.map(({ credentialId: id, transports }) => ({ id, transports })),
});
