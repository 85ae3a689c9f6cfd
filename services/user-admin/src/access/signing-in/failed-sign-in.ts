import { auditAs } from '../../kernel/audit.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';

type Failure = {
  /** Undefined for an unknown account. The entered name is not recorded: people sometimes enter their password there. */
  person: Person | undefined;
  /** `repeated`: the code of an authenticator app was used before. */
  reason: 'wrong' | 'deactivated' | 'provider' | 'factor' | 'repeated';
  /** Way to sign in; `password` by default. */
  method?: string;
  /** Error of the identity provider, or the reason for which its answer was refused. */
  message?: string;
};

/** Callers do not record attempts beyond the limit of failures, so that repeated guesses cannot fill the log. */
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
