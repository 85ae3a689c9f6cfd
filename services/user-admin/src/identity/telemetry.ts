import type { Logger } from '@parley/core';
import { Counter, type Registry } from 'prom-client';

/** What operators count and read; addresses and keys never appear. */
export type Telemetry = {
  signedIn(userId: number): void;
  /** `reason`: wrong, limited or deactivated. */
  signInRefused(reason: 'wrong' | 'limited' | 'deactivated'): void;
  /** `byUserId` is absent for operators. */
  userCreated(userId: number, byUserId: number | undefined): void;
  /** Mail and messages of the server's bots. */
  outgoing(outcome: 'sent' | 'failed' | 'dropped'): void;
};

/** What is counted and logged of people and sign-ins. */
export function createTelemetry(registry: Registry, logger: Logger): Telemetry {
  const signIns = new Counter({
    name: 'parley_user_admin_sign_ins_total',
    help: 'Attempts to get an API key with a password, by outcome.',
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
    help: 'Attempts to hand over mail and messages of the server, by outcome.',
    labelNames: ['outcome'],
    registers: [registry],
  });
  return {
    outgoing: (outcome) => outgoing.inc({ outcome }),
    signedIn(userId) {
      signIns.inc({ outcome: 'accepted' });
      logger.info({ userId }, 'signed in with a password');
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
