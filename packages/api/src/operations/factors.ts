import { z } from 'zod';

const descriptors = z.array(z.strictObject({ id: z.string(), transports: z.array(z.string()) }));

/** The challenge that a passkey signs. Bytes are base64url. */
const passkeyCheck = {
  challenge_token: z.string(),
  challenge: z.string(),
  rp_id: z.string(),
  /** Empty when any passkey of this server may answer. */
  allowed: descriptors,
  requires_verification: z.boolean(),
};

/** The challenge for a new passkey. Bytes are base64url. */
const passkeyEnrolment = {
  challenge_token: z.string(),
  challenge: z.string(),
  rp_id: z.string(),
  rp_name: z.string(),
  user_handle: z.string(),
  user_name: z.string(),
  display_name: z.string(),
  excluded: descriptors,
};

const totpEnrolment = {
  /** Base32. */
  secret: z.string(),
  /** `otpauth:` address for a QR code. */
  uri: z.string(),
};

/** How a completed sign-in continues. */
const signInResult = {
  user_id: z.int(),
  /** CSRF token of the session that begins in this browser; absent when a mobile or desktop client signs in. */
  csrf_token: z.string().optional(),
  /** Path or address at which the browser continues; absent for a ticket. */
  location: z.string().optional(),
  /** The encrypted ticket that the person copies to their desktop client. */
  desktop_ticket: z.string().optional(),
};

/** Present for the first factor of an account. */
const newCodes = { recovery_codes: z.array(z.string()) };

export const completeSignInAnswer = z.strictObject(signInResult);
export const beginPasskeySignInAnswer = z.strictObject(passkeyCheck);
export const beginSignInTotpAnswer = z.strictObject(totpEnrolment);
export const confirmSignInTotpAnswer = z.strictObject({ ...signInResult, ...newCodes });
export const beginSignInPasskeyAnswer = z.strictObject(passkeyEnrolment);
export const addSignInPasskeyAnswer = z.strictObject({ ...signInResult, ...newCodes });

export const getSecondFactorsAnswer = z.strictObject({
  has_totp: z.boolean(),
  passkeys: z.array(
    z.strictObject({
      id: z.int(),
      name: z.string(),
      /** Unix time, whole seconds. */
      created: z.int(),
      last_used: z.int().nullable(),
    }),
  ),
  /** Recovery codes that are left. */
  recovery_codes: z.int(),
  /** Whether the organization requires a factor of the caller. */
  is_required: z.boolean(),
});
export const beginTotpAnswer = z.strictObject(totpEnrolment);
export const confirmTotpAnswer = z.strictObject(newCodes);
export const beginPasskeyAnswer = z.strictObject(passkeyEnrolment);
export const addPasskeyAnswer = z.strictObject(newCodes);
export const createRecoveryCodesAnswer = z.strictObject(newCodes);
export const beginConfirmationAnswer = z.strictObject(passkeyCheck);
