import { auditAs } from '../../kernel/audit.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';

type Failure = {
  /** Undefined for an unknown account. Its login is not recorded, because people type passwords there by mistake. */
  person: Person | undefined;
  reason: 'wrong' | 'deactivated' | 'provider' | 'factor';
  /** `password` unless given. */
  method?: string;
  /** What a provider's answer lacked. */
  message?: string;
};

/**
 * Records a failed sign-in in the audit log. Attempts beyond the limits of failures are counted in a metric only, so
 * that guesses cannot fill the log.
 */
export async function auditFailedSignIn(
  tx: TxScope,
  { person, reason, method = 'password', message }: Failure,
): Promise<void> {
  const details = { method, reason, ...(message !== undefined && { message }) };
  const userId = person?.userId;
  await auditAs(tx, undefined, {
    action: 'user.sign_in_failed',
    ...(userId !== undefined && { userId }),
    details,
  });
}
