import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { type FactorChange, factorChangedMail, letterheadFor } from '../outbox/mail-texts.ts';

/**
 * Queues a mail that notifies a person of a change of their second factors, so that they notice a stolen session. These mails
 * cannot be turned off.
 */
export async function queueFactorNotice(
  { outbox }: Pick<Ctx, 'outbox'>,
  tx: TxScope,
  person: Person,
  change: FactorChange,
): Promise<void> {
  await outbox.queue(tx, { mail: factorChangedMail(person, await letterheadFor(tx, person), change) });
}
