import { emit } from '@parley/db';
import { audit } from '../../kernel/audit.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { endOpenSessionsOf } from '../credentials/end-sessions.ts';
import { endInvitationsOf } from '../db/invitations.ts';
import { listBots } from '../db/users.ts';
import { invitesChanged } from '../events/people.ts';
import { changeAccount, lockExisting } from './change-account.ts';

/** Deactivates an account and its bots. Ends the person's sessions and invitations. */
export async function deactivateAccount(tx: TxScope, target: Person): Promise<void> {
  const bots = target.isBot ? [] : await listBots(tx, target.userId);
  for (const { userId } of [target, ...bots]) {
    const person = await lockExisting(tx, userId);
    if (!person.isActive) continue;
    await changeAccount(tx, person, { isActive: false });
    await audit(tx, { action: 'user.deactivated', userId });
  }
  // Incomplete sign-ins are kept. Their last step is refused because the person is deactivated, and this is recorded in the
  // audit log.
  await endOpenSessionsOf(tx, target.userId);
  if ((await endInvitationsOf(tx, target.userId)) > 0) await emit(tx, invitesChanged([]));
}
