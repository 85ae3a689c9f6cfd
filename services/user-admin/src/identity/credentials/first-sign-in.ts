import { emitAll, type Tx } from '@parley/db';
import type { Call } from '@parley/rpc';
import { roles } from '@parley/rules';
import { readRealm } from '../../kernel/db/realm.ts';
import type { Person } from '../../kernel/domain/person.ts';
import { whoSees } from '../../kernel/viewers.ts';
import { groupMembersRemoved } from '../../organization/events/groups.ts';
import type { Ctx } from '../context.ts';
import { storeFirstSignIn } from '../db/users.ts';
import { personChanged } from '../events/person-changed.ts';

/**
 * Whose account was made for them joins when they sign in for the first time (specification, "User": `date_joined`);
 * it is from then that they wait to be a full member.
 */
export async function noteSignIn(ctx: Ctx, tx: Tx, person: Person, call: Call): Promise<void> {
  const after = person.awaitsSignIn ? await storeFirstSignIn(tx, person.userId) : undefined;
  if (!after) return;
  const realm = await readRealm(tx, ctx.config);
  const { traceparent } = call;
  const audience = await whoSees(tx, realm, after);
  const waitSeconds = realm.settings.waiting_period_threshold * 86_400;
  const facts = {
    systemGroups: realm.systemGroups,
    isFullMember: waitSeconds === 0,
    whoSees: audience,
    traceparent,
  };
  const hadWaited = waitSeconds > 0 && after.joinedAt - person.joinedAt >= waitSeconds;
  const fullMembers = realm.systemGroups['role:fullmembers'];
  await emitAll(tx, [
    ...personChanged(person, after, facts),
    ...(hadWaited && after.role === roles.member
      ? [groupMembersRemoved(fullMembers, [after.userId], audience)]
      : []),
  ]);
}
