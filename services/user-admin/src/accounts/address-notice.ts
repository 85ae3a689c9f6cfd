import type { Person } from '../kernel/domain/person.ts';
import type { TxScope } from '../kernel/scope.ts';
import { emailChangedMail, letterheadFor } from '../mails/mail-texts.ts';
import type { Ctx } from './context.ts';

/** Lets the person notice a stolen account. @param before the account before the change */
export async function queueAddressNotice(
  { outbox }: Pick<Ctx, 'outbox'>,
  tx: TxScope,
  before: Person,
): Promise<void> {
  if (before.isBot) return;
  await outbox.queue(tx, { mail: emailChangedMail(before, await letterheadFor(tx, before)) });
}
