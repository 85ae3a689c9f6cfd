import { effectiveUserSettings } from '@parley/settings';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { letterheadFor, signInMail } from '../../mails/mail-texts.ts';
import type { Ctx } from '../context.ts';
import { takeMailAllowance } from './mail-limit.ts';

/** Age of an account below which a sign-in causes no mail, in seconds, because the first sign-in follows the creation. */
const newAccountSeconds = 60;

/**
 * Queues a mail that notifies a person of a sign-in with their account, so that they notice a stolen password. The person can
 * turn these mails off (docs/settings.md). There is no mail for the first sign-in. There are at most three in half an hour,
 * because programs may sign in repeatedly.
 * @param person as read before the sign-in
 * @param options.isAtProvider whether an identity provider authenticated the person
 */
export async function queueSignInNotice(
  { outbox }: Pick<Ctx, 'outbox'>,
  tx: TxScope,
  person: Person,
  { isAtProvider } = { isAtProvider: false },
): Promise<void> {
  const now = Date.now();
  if (person.awaitsSignIn || now / 1000 - person.joinedAt < newAccountSeconds) return;
  if (!effectiveUserSettings(await findUserSettings(tx, person.userId)).enable_login_emails) return;
  if (!(await takeMailAllowance(tx, `sign-in ${person.deliveryEmail}`))) return;
  const { clientName, program = clientName, remoteAddress = '' } = tx.call;
  const signIn = { client: program, address: remoteAddress, at: new Date(now), isAtProvider };
  await outbox.queue(tx, { mail: signInMail(person, await letterheadFor(tx, person), signIn) });
}
