import { emitAll } from '@parley/db';
import { roles } from '@parley/rules';
import { audienceOf } from '../../guest-visibility/visible-people.ts';
import type { Person } from '../../kernel/domain/person.ts';
import type { TxScope } from '../../kernel/scope.ts';
import { groupMembersRemoved } from '../../organization/events/groups.ts';
import { storeFirstSignIn } from '../../people/db/users.ts';
import { personChanged } from '../../people/events/person-changed.ts';

/** Sets `date_joined` of an account that was created on behalf of a person (docs/api/users-and-groups.md#users), once. */
export async function recordSignIn(tx: TxScope, person: Person): Promise<void> {
  const after = person.awaitsSignIn ? await storeFirstSignIn(tx, person.userId) : undefined;
  if (!after) return;
  const { settings, systemGroups } = await tx.organization();
  const audience = await audienceOf(tx, after);
  const waitSeconds = settings.waiting_period_threshold * 86_400;
  const facts = {
    systemGroups,
    isFullMember: waitSeconds === 0,
    audience,
    traceparent: tx.call.traceparent,
  };
  const wasFullMember = waitSeconds > 0 && after.joinedAt - person.joinedAt >= waitSeconds;
  await emitAll(tx, [
    ...personChanged(person, after, facts),
    ...(wasFullMember && after.role === roles.member
      ? [groupMembersRemoved(systemGroups['role:fullmembers'], [after.userId], audience)]
      : []),
  ]);
}
