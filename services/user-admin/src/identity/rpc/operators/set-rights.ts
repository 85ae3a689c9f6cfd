import { errors } from '@parley/core';
import type { SetRightsRequest, SetRightsResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { requireOperator } from '../../../kernel/caller.ts';
import { lockExisting } from '../../accounts/change-account.ts';
import { requirePersonByEmail } from '../../accounts/person-by-email.ts';
import type { Ctx } from '../../context.ts';
import { storeRights } from '../../db/users.ts';

/**
 * Whether somebody may create accounts without being an administrator, and, as an owner, change others' addresses
 * (specification, 6). @throws BAD_REQUEST
 */
export async function setRights(
  ctx: Ctx,
  { email, createUsers, changeUserEmails }: SetRightsRequest,
  call: Call,
): Promise<SetRightsResponse> {
  requireOperator(call);
  ctx.writeGuard.check();
  if (createUsers === undefined && changeUserEmails === undefined) throw errors.badRequest('Nothing to do.');
  return ctx.db.tx(async (tx) => {
    const { userId } = await requirePersonByEmail(tx, email);
    const person = await lockExisting(tx, userId);
    const after = {
      canCreateUsers: createUsers ?? person.canCreateUsers,
      canChangeUserEmails: changeUserEmails ?? person.canChangeUserEmails,
    };
    await storeRights(tx, userId, after);
    await audit(tx, call, { action: 'user.rights_set', userId, details: after });
    return { userId };
  });
}
