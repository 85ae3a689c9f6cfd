/** Verifies the answers of authenticators in browsers (WebAuthn). */

import { randomBytes } from 'node:crypto';
import { errorMessage } from '@parley/core';
import type { PasskeyAnswer, PasskeyDescriptor } from '@parley/proto/useradmin/v1/second_factors';
import type { UserId } from '@parley/rules';
import {
  type AuthenticatorTransport,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Ctx } from '../context.ts';
import type { Passkey } from '../db/second-factors.ts';

/** Returns a random challenge with 256 bits, as base64url. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/** Returns the ID of this server for authenticators (relying party ID): the host of its public URL. */
export const rpIdOf = ({ config }: Pick<Ctx, 'config'>): string => new URL(config.publicUrl).hostname;

/** Returns the ID of an account for authenticators, as base64url. It contains no personal data. */
export const userHandleOf = (userId: UserId): string => Buffer.from(`user:${userId}`).toString('base64url');

/** Returns the data with which a browser finds a passkey to sign a challenge. */
export const descriptorOf = ({ credentialId, transports }: Passkey): PasskeyDescriptor => ({
  credentialId,
  transports,
});

const placeOf = (ctx: Pick<Ctx, 'config'>) => ({
  expectedOrigin: new URL(ctx.config.publicUrl).origin,
  expectedRPID: rpIdOf(ctx),
});

/** Undefined when the answer belongs to another challenge or site, or has an invalid signature. */
export async function newCredentialOf(
  ctx: Pick<Ctx, 'config' | 'logger'>,
  answer: PasskeyAnswer,
  challenge: string,
): Promise<Pick<Passkey, 'credentialId' | 'publicKey' | 'counter' | 'transports'> | undefined> {
  const transports = answer.transports as AuthenticatorTransport[];
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id: answer.credentialId,
        rawId: answer.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.clientDataJson,
          attestationObject: answer.attestationObject,
          transports,
        },
      },
      expectedChallenge: challenge,
      ...placeOf(ctx),
      requireUserVerification: false,
    });
    if (!registrationInfo) return undefined;
    const { id, publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter, transports };
  } catch (error) {
    ctx.logger.info({ reason: errorMessage(error) }, 'a new passkey was refused');
    return undefined;
  }
}

/**
 * Verifies that a passkey has signed a challenge for this site. Returns the authenticator's new signature counter; undefined
 * for an invalid answer.
 * @param requiresVerification whether the authenticator must have verified the person, for example by fingerprint; needed when
 * the passkey is the only factor
 */
export async function countOfAnswer(
  ctx: Pick<Ctx, 'config' | 'logger'>,
  passkey: Passkey,
  answer: PasskeyAnswer,
  { challenge, requiresVerification }: { challenge: string; requiresVerification: boolean },
): Promise<number | undefined> {
  const { credentialId, publicKey, counter, userId } = passkey;
  if (answer.userHandle !== '' && answer.userHandle !== userHandleOf(userId)) return undefined;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        id: answer.credentialId,
        rawId: answer.credentialId,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: answer.clientDataJson,
          authenticatorData: answer.authenticatorData,
          signature: answer.signature,
        },
      },
      expectedChallenge: challenge,
      ...placeOf(ctx),
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter },
      requireUserVerification: requiresVerification,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch (error) {
    ctx.logger.info({ userId, reason: errorMessage(error) }, 'the answer of a passkey was refused');
    return undefined;
  }
}
