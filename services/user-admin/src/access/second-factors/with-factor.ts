import { errors, ParleyError } from '@parley/core';
import type { FactorProof, PasskeyAnswer } from '@parley/proto/useradmin/v1/second_factors';
import type { UserId } from '@parley/rules';
import { lockUser } from '../../kernel/db/people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { DbScope, TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { deleteFailures, insertFailure, lockAccount, recentFailures } from '../db/failed-sign-ins.ts';
import {
  findFactors,
  findPasskey,
  storeAcceptedStep,
  takeRecoveryCode,
  touchPasskey,
} from '../db/second-factors.ts';
import { hashRecoveryCode } from '../domain/recovery-codes.ts';
import { acceptedStep, isRepeated } from '../domain/totp.ts';
import { countOfAnswer } from '../passkeys/verify-answer.ts';
import { addressKeyOf, factorKeyOf } from '../signing-in/attempt-keys.ts';
import { auditFailedSignIn } from '../signing-in/failed-sign-in.ts';
import { queueRepeatedCodeNotice } from './factor-notice.ts';

const maxFailures = 5;
/** Failures of one network address within `windowSeconds`. Unknown passkeys and wrong passwords are counted together. */
const maxFailuresOfAddress = 100;
const windowSeconds = 30 * 60;

export type Factor = 'totp' | 'recovery_code' | 'passkey';
export type Subject = {
  /** Undefined when the person signs in with only a passkey, which identifies the account. */
  userId: UserId | undefined;
  proof: FactorProof | undefined;
  /** Whether an earlier request, such as the first of two clicks, has done what this one wants. Then there is no warning. */
  isDone: (tx: TxScope) => Promise<boolean>;
};
type Outcome<T> = { kind: 'accepted'; value: T } | { kind: 'refused'; error: ParleyError };

export const wrongFactor = (): ParleyError =>
  new ParleyError('AUTHENTICATION_FAILED', 'This second factor is not right. Please try again.');

/**
 * Verifies the proof of a factor, and runs `use` for its person in the same transaction. Attempts on one account are serialized
 * on all replicas. Wrong attempts are counted and limited. No code is accepted twice; the person is told by mail of a code that
 * comes a second time.
 * @throws AUTHENTICATION_FAILED for a wrong or missing proof; RATE_LIMIT_HIT after too many wrong proofs for the account, or too
 * many failures from the network address; USER_DEACTIVATED when the account is deactivated or does not exist
 */
export async function withFactor<T>(
  ctx: Ctx,
  scope: DbScope,
  subject: Subject,
  use: (tx: TxScope, person: Person, factor: Factor) => Promise<T>,
): Promise<T> {
  // Refusals are returned and not thrown, so that the transaction commits and the failure is counted.
  const outcome = await scope.transaction<Outcome<T>>(async (tx) => {
    const refused = (error: ParleyError) => ({ kind: 'refused' as const, error });
    const userId = subject.userId ?? (await holderOf(tx, subject.proof));
    if (userId === undefined) return refused(await refuseUnknown(ctx, tx, subject.proof));
    const key = factorKeyOf(userId);
    await lockAccount(tx, key);
    const failures = await recentFailures(tx, key, windowSeconds, maxFailures);
    if (failures.count >= maxFailures) return refused(limited(ctx, failures));
    const person = await lockUser(tx, userId);
    if (!person) return refused(errors.userDeactivated());
    const method = methodOf(subject.proof);
    const factor = await provenBy(ctx, tx, person, subject);
    if (factor === 'wrong' || factor === 'repeated') {
      await insertFailure(tx, key, windowSeconds);
      await auditFailedSignIn(tx, { person, reason: factor === 'wrong' ? 'factor' : factor, method });
      const isWarning = factor === 'repeated' && person.isActive && !(await subject.isDone(tx));
      if (isWarning) await queueRepeatedCodeNotice(ctx, tx, person);
      ctx.telemetry.signInRefused('wrong');
      return refused(wrongFactor());
    }
    await deleteFailures(tx, key);
    if (!person.isActive) {
      await auditFailedSignIn(tx, { person, reason: 'deactivated', method });
      ctx.telemetry.signInRefused('deactivated');
      return refused(errors.userDeactivated());
    }
    return { kind: 'accepted', value: await use(tx, person, factor) };
  });
  if (outcome.kind === 'accepted') return outcome.value;
  ctx.outbox.kick();
  throw outcome.error;
}

/** The number of failures per network address is limited, so that they cannot fill the audit log. */
async function refuseUnknown(ctx: Ctx, tx: TxScope, given: FactorProof | undefined): Promise<ParleyError> {
  const address = tx.call.remoteAddress;
  const key = address ? addressKeyOf(address) : undefined;
  if (key) {
    const failures = await recentFailures(tx, key, windowSeconds, maxFailuresOfAddress);
    if (failures.count >= maxFailuresOfAddress) return limited(ctx, failures);
    await insertFailure(tx, key, windowSeconds);
  }
  await auditFailedSignIn(tx, { person: undefined, reason: 'wrong', method: methodOf(given) });
  ctx.telemetry.signInRefused('wrong');
  return wrongFactor();
}

function limited(ctx: Ctx, { oldestAgeSeconds }: { oldestAgeSeconds: number }): ParleyError {
  ctx.telemetry.signInRefused('limited');
  return errors.rateLimitHit(Math.max(1, Math.ceil(windowSeconds - oldestAgeSeconds)));
}

const holderOf = async (tx: TxScope, given: FactorProof | undefined): Promise<number | undefined> =>
  given?.proof?.$case === 'passkey'
    ? (await findPasskey(tx, given.proof.passkey.credentialId))?.userId
    : undefined;

const methods = {
  code: 'totp',
  recoveryCode: 'recovery_code',
  passkey: 'passkey',
  password: 'password',
} as const;
const methodOf = (given: FactorProof | undefined): string =>
  given?.proof ? methods[given.proof.$case] : 'none';

/** Returns the factor that a proof is valid for, or why it is not valid. */
async function provenBy(
  ctx: Ctx,
  tx: TxScope,
  { userId }: Person,
  subject: Subject,
): Promise<Factor | 'wrong' | 'repeated'> {
  const proof = subject.proof?.proof;
  switch (proof?.$case) {
    case 'code': {
      const { app } = await findFactors(tx, userId);
      if (!app?.isConfirmed) return 'wrong';
      const secret = ctx.factorSealer.open(app.secretSealed, userId);
      const validity = { now: Date.now(), lastStep: app.lastStep };
      const step = acceptedStep(secret, proof.code, validity);
      if (step === undefined) return isRepeated(secret, proof.code, validity) ? 'repeated' : 'wrong';
      await storeAcceptedStep(tx, userId, step);
      return 'totp';
    }
    case 'recoveryCode':
      return (await takeRecoveryCode(tx, userId, hashRecoveryCode(proof.recoveryCode)))
        ? 'recovery_code'
        : 'wrong';
    case 'passkey':
      return (await isSigned(ctx, tx, userId, {
        answer: proof.passkey,
        isAlone: subject.userId === undefined,
      }))
        ? 'passkey'
        : 'wrong';
    default:
      return 'wrong';
  }
}

/** The challenge must be for this person or, with `isAlone`, for a sign-in with only a passkey. It is accepted once. */
async function isSigned(
  ctx: Ctx,
  tx: TxScope,
  userId: UserId,
  { answer, isAlone }: { answer: PasskeyAnswer; isAlone: boolean },
): Promise<boolean> {
  const challenge = await ctx.attempts.takeChallenge(tx, answer.challengeToken);
  const passkey = await findPasskey(tx, answer.credentialId);
  if (challenge?.purpose !== 'check' || passkey?.userId !== userId) return false;
  if (challenge.userId !== (isAlone ? 0 : userId)) return false;
  const check = { challenge: challenge.challenge, requiresVerification: isAlone };
  const counter = await countOfAnswer(ctx, passkey, answer, check);
  if (counter === undefined) return false;
  await touchPasskey(tx, passkey.passkeyId, counter);
  return true;
}
