import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { type FactorChange, factorChangedMail, letterheadFor } from '../outbox/mail-texts.ts';

/**
 * Queues a mail that tells the owner of an account about a change of its second factors, so that they notice a thief of
 * a session. Settings cannot turn it off.
 */
export async function queueFactorNotice(
  { outbox }: Pick<Ctx, 'outbox'>,
  tx: TxScope,
  person: Person,
  change: FactorChange,
): Promise<void> {
  await outbox.queue(tx, { mail: factorChangedMail(person, await letterheadFor(tx, person), change) });
}
