import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import {
  type FactorChange,
  factorChangedMail,
  letterheadFor,
  repeatedCodeMail,
} from '../../mails/mail-texts.ts';
import type { Ctx } from '../context.ts';
import { takeMailAllowance } from '../signing-in/mail-limit.ts';

/** Lets a person notice a stolen session. These mails cannot be turned off. */
export async function queueFactorNotice(
  { outbox }: Pick<Ctx, 'outbox'>,
  tx: TxScope,
  person: Person,
  change: FactorChange,
): Promise<void> {
  await outbox.queue(tx, { mail: factorChangedMail(person, await letterheadFor(tx, person), change) });
}

/** Somebody may have seen the code, and know the password, too. At most three mails in half an hour. */
export async function queueRepeatedCodeNotice(
  { outbox }: Pick<Ctx, 'outbox'>,
  tx: TxScope,
  person: Person,
): Promise<void> {
  if (!(await takeMailAllowance(tx, `repeated-code ${person.deliveryEmail}`))) return;
  await outbox.queue(tx, { mail: repeatedCodeMail(person, await letterheadFor(tx, person)) });
}
