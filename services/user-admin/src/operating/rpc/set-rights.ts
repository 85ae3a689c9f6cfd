import { errors } from '@parley/core';
import type { SetRightsRequest, SetRightsResponse } from '@parley/proto/useradmin/v1/people';
import { requireOperator } from '@parley/rpc';
import { lockExisting } from '../../accounts/change-account.ts';
import { audit } from '../../kernel/audit.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { storeRights } from '../../people/db/users.ts';
import { requirePersonByEmail } from '../../people/person-by-email.ts';
import type { Ctx } from '../../scim/context.ts';

/**
 * Sets rights that only operators can grant: creating accounts without being an administrator, and, for owners, changing the
 * addresses of other people.
 * @throws BAD_REQUEST when the request contains no right, or the address is unknown or belongs to a system bot
 */
export async function setRights(
  _ctx: Ctx,
  { email, createUsers, changeUserEmails }: SetRightsRequest,
  scope: DbScope,
): Promise<SetRightsResponse> {
  requireOperator(scope.call);
  if (createUsers === undefined && changeUserEmails === undefined) throw errors.badRequest('Nothing to do.');
  return scope.write(async (tx) => {
    const { userId } = await requirePersonByEmail(tx, email);
    const { canCreateUsers, canChangeUserEmails } = await lockExisting(tx, userId);
    const from = { canCreateUsers, canChangeUserEmails };
    const to = {
      canCreateUsers: createUsers ?? canCreateUsers,
      canChangeUserEmails: changeUserEmails ?? canChangeUserEmails,
    };
    await storeRights(tx, userId, to);
    await audit(tx, { action: 'user.rights_set', userId, details: { from, to } });
    return { userId };
  });
}
