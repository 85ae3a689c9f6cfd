import { errors, QueueFullError, Semaphore } from '@parley/core';
import { limits } from '@parley/rules';
import { checkPassword } from '../../people/domain/account-rules.ts';
import type { PasswordHash } from '../domain/password-hash.ts';
import { hashThreads, runHashTask, runStrengthTask } from './hash-threads.ts';
import type { HashCost } from './hash-worker.ts';

/** Maximum number of concurrent sign-ins: one for each hashing thread, and two more that wait for the database. */
const concurrentSignIns = hashThreads + 2;
/** Maximum number of waiting attempts. A core computes 30 to 60 hashes per second, so the last one waits one to two seconds. */
const maxWaiting = 64 * hashThreads;

/** What a new password must not be made of, and who chose it. */
export type Choice = {
  /** The person's mail address; empty when it is not known yet. */
  email: string;
  fullName?: string;
  /** Whether an operator's program chose the password. Seeding the demo organization is one. */
  isOperators?: boolean;
};

export type Passwords = {
  /**
   * Checks a new password, and returns its hash in PHC format. Every hash that is stored comes from here.
   * @throws BAD_REQUEST when the password is too short, too long, contains nothing but what is known of the person, or is easily
   * guessed
   */
  hashNew(password: string, choice: Choice): Promise<PasswordHash>;
  /** Takes the same time without a hash, so that the duration does not reveal whether an account exists. */
  matches(password: string, hash: string | null | undefined): Promise<boolean>;
  /**
   * Runs a sign-in attempt. Limits the number of concurrent attempts, so that they use few database connections.
   * @param signal removes a waiting attempt from the queue
   * @throws UNAVAILABLE, with the time after which to retry, when too many attempts wait
   */
  signIn<T>(attempt: () => Promise<T>, signal?: AbortSignal): Promise<T>;
};

/**
 * Creates a service that hashes passwords with argon2id. Hashing runs in threads of low priority, and the number of concurrent
 * hashes and sign-ins is limited. So even very many sign-ins leave processor time for other requests.
 * @param demoPassword the publicly known password of the demo organization, which operators may set although it is too short
 */
export function createPasswords(cost: HashCost = 'slow', demoPassword?: string): Passwords {
  const hashes = new Semaphore(hashThreads, maxWaiting);
  const judgements = new Semaphore(1, maxWaiting);
  const signIns = new Semaphore(concurrentSignIns, maxWaiting);
  let decoy: Promise<string> | undefined;
  const hash = (password: string) => refusing(hashes.run(() => hashOf(password, cost)));
  const requireStrong = async (password: string, { email, fullName }: Choice) => {
    const known = [email, fullName ?? ''];
    const answer = await refusing(judgements.run(() => runStrengthTask({ password, known })));
    if ('problem' in answer) throw new Error(answer.problem);
    if (answer.guesses < limits.passwordMinGuesses) throw errors.badRequest(easilyGuessed);
  };
  return {
    async hashNew(password, choice) {
      if (!(choice.isOperators && password === demoPassword)) {
        checkPassword(password, choice.email);
        await requireStrong(password, choice);
      }
      return (await hash(password)) as PasswordHash;
    },
    async matches(password, stored) {
      decoy ??= hash('nobody has this password');
      const task = { password, hash: stored ?? (await decoy) };
      const answer = await refusing(hashes.run(() => runHashTask(task)));
      if ('problem' in answer) throw new Error(answer.problem);
      return 'matches' in answer && answer.matches && stored != null;
    },
    signIn: (attempt, signal) => refusing(signIns.run(attempt, signal)),
  };
}

const easilyGuessed =
  'This password is easily guessed: it was leaked somewhere, or follows a pattern. Choose another one.';

async function hashOf(password: string, cost: HashCost): Promise<string> {
  const answer = await runHashTask({ password, cost });
  if (!('hash' in answer)) throw new Error('problem' in answer ? answer.problem : 'No hash was computed.');
  return answer.hash;
}

/** Converts the error of a full queue into the error for too many sign-ins, which names the time after which to retry. */
const refusing = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    if (!(error instanceof QueueFullError)) throw error;
    throw errors.manySignIns();
  });
