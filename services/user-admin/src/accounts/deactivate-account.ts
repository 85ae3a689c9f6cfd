import { emit } from '@parley/db';
import { suspendAccess } from '../access/end-access.ts';
import { audit } from '../kernel/audit.ts';
import type { Person } from '../kernel/domain/person.ts';
import type { TxScope } from '../kernel/scope.ts';
import { listBots } from '../people/db/users.ts';
import { invitesChanged } from '../people/events/people.ts';
import { lockExisting, writeAccount } from './change-account.ts';
import { endInvitationsOf } from './db/invitations.ts';

export async function deactivateAccount(tx: TxScope, target: Person): Promise<void> {
  const bots = target.isBot ? [] : await listBots(tx, target.userId);
  for (const { userId } of [target, ...bots]) {
    const person = await lockExisting(tx, userId);
    if (!person.isActive) continue;
    await writeAccount(tx, person, { isActive: false });
    await suspendAccess(tx, userId);
    await audit(tx, { action: 'user.deactivated', userId });
  }
  if ((await endInvitationsOf(tx, target.userId)) > 0) await emit(tx, invitesChanged([]));
}
