import { effectiveUserSettings } from '@parley/settings';
import { findUserSettings } from '../../kernel/db/user-settings.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import type { Ctx } from '../context.ts';
import { letterheadFor, signInMail } from '../outbox/mail-texts.ts';
import { takeMailAllowance } from './mail-limit.ts';

/** The first sign-in of a new account follows its creation, so its person needs no notice. */
const newAccountSeconds = 60;

/**
 * Queues a mail that tells the owner of an account about a sign-in, so that they notice a stolen password. The owner's
 * settings may turn it off (docs/settings.md). There is none for the first sign-in, and there are at most three in half
 * an hour: programs may sign in repeatedly.
 * @param person as before the sign-in
 * @param options.isAtProvider whether an identity provider checked the password
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
  const { clientName, remoteAddress = '' } = tx.call;
  const signIn = { client: clientName, address: remoteAddress, at: new Date(now), isAtProvider };
  await outbox.queue(tx, { mail: signInMail(person, await letterheadFor(tx, person), signIn) });
}
