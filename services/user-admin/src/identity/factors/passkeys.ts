/** Checks what authenticators of browsers answer (WebAuthn). */
import { randomBytes } from 'node:crypto';
import type { PasskeyAnswer, PasskeyDescriptor } from '@parley/proto/useradmin/v1/second_factors';
import {
  type AuthenticatorTransport,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import type { Ctx } from '../context.ts';
import type { Passkey } from '../db/second-factors.ts';

/** Returns a challenge of 256 random bits, base64url. */
export const newChallenge = (): string => randomBytes(32).toString('base64url');

/** Returns the name of this server for authenticators: the host of its address. */
export const rpIdOf = ({ config }: Pick<Ctx, 'config'>): string => new URL(config.publicUrl).hostname;

/** Returns the name of an account for authenticators, base64url. It says nothing about the person. */
export const userHandleOf = (userId: number): string => Buffer.from(`user:${userId}`).toString('base64url');

/** Returns a passkey as challenges name it. */
export const descriptorOf = ({ credentialId, transports }: Passkey): PasskeyDescriptor => ({
  credentialId,
  transports,
});

const placeOf = (ctx: Pick<Ctx, 'config'>) => ({
  expectedOrigin: new URL(ctx.config.publicUrl).origin,
  expectedRPID: rpIdOf(ctx),
});

/**
 * Checks the answer of a new passkey. Returns its credential; undefined for an answer to another challenge, of another
 * site, or with an invalid signature.
 */
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
    ctx.logger.info({ reason: (error as Error).message }, 'a new passkey was refused');
    return undefined;
  }
}

/**
 * Checks that a passkey signed a challenge for this site. Returns its new count of signatures; undefined for a wrong
 * answer.
 * @param requiresVerification whether the authenticator must have recognized the person, because there is no other
 * factor
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
    ctx.logger.info({ userId, reason: (error as Error).message }, 'the answer of a passkey was refused');
    return undefined;
  }
}
