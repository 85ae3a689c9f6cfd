import type { Scope } from '@parley/facts';
import type { Ctx } from '../context.ts';

/**
 * Stores what gives access to contents without the credentials of the call, such as a phone. Afterwards it checks that these credentials
 * have not ended, and otherwise removes what it stored. If they end after the check, the worker that follows the log removes it
 * (`workers/follow-phones.ts`). A check before is not enough, because a request can take long: a push service that somebody
 * chose decides how long the lookup of its name takes.
 * @throws UNAUTHORIZED or USER_DEACTIVATED when the credentials have ended; the errors of `store`
 */
export async function storeWithCredential(
  { userAdmin }: Pick<Ctx, 'userAdmin'>,
  { call }: Pick<Scope, 'call'>,
  { store, remove }: { store: () => Promise<unknown>; remove: () => Promise<unknown> },
): Promise<void> {
  await store();
  try {
    await userAdmin.checkCredential({}, call);
  } catch (error) {
    await remove();
    throw error;
  }
}
