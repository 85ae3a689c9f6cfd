import type { Logger } from '@parley/core';
import type { UserId } from '@parley/rules';
import { Counter, type Registry } from 'prom-client';

/** Counts and logs events about people and sign-ins. It gets no addresses and keys, so that none are logged. */
export type Telemetry = {
  /** Counts a successful sign-in. @param method `password` by default */
  signedIn(userId: UserId, method?: string): void;
  signInRefused(reason: 'wrong' | 'limited' | 'deactivated' | 'provider'): void;
  /** Counts a new account. `byUserId` is undefined when an operator has created it. */
  userCreated(userId: UserId, byUserId: UserId | undefined): void;
  /** Counts an attempt to deliver a mail or a message of a system bot. */
  outgoing(outcome: 'sent' | 'failed' | 'dropped'): void;
};

export function createTelemetry(registry: Registry, logger: Logger): Telemetry {
  const signIns = new Counter({
    name: 'parley_user_admin_sign_ins_total',
    help: 'Attempts to sign in with a password or through an identity provider, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  const usersCreated = new Counter({
    name: 'parley_user_admin_users_created_total',
    help: 'Accounts created.',
    registers: [registry],
  });
  const outgoing = new Counter({
    name: 'parley_user_admin_outgoing_total',
    help: 'Attempts to deliver mail and messages of system bots, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    outgoing: (outcome) => outgoing.inc({ outcome }),
    signedIn(userId, method = 'password') {
      signIns.inc({ outcome: 'accepted' });
      logger.info({ userId, method }, 'signed in');
    },
    signInRefused(reason) {
      signIns.inc({ outcome: reason });
    },
    userCreated(userId, byUserId) {
      usersCreated.inc();
      logger.info({ userId, byUserId }, 'account created');
    },
  };
}
