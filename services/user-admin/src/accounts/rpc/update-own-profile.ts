import type { UpdateOwnProfileRequest, UpdateOwnProfileResponse } from '@parley/proto/useradmin/v1/people';
import { audit } from '../../kernel/audit.ts';
import { changeOwnData } from '../../kernel/change-own-data.ts';
import { isAdministrator } from '../../kernel/domain/authority.ts';
import type { DbScope } from '../../kernel/scope.ts';
import { changeProfile } from '../change-profile.ts';
import type { Ctx } from '../context.ts';

/**
 * Changes the caller's values of profile fields. Only administrators may change a field that is not `editable_by_user`.
 * @throws BAD_REQUEST when no such field exists, a value is invalid, the caller may not change the field, or the caller is a
 * bot
 */
export async function updateOwnProfile(
  _ctx: Ctx,
  { profileData }: UpdateOwnProfileRequest,
  scope: DbScope,
): Promise<UpdateOwnProfileResponse> {
  return changeOwnData(scope, async (tx, caller) => {
    const mayChangeAll = isAdministrator(caller);
    const changes = await changeProfile(
      tx,
      caller,
      profileData,
      ({ isEditableByUser }) => mayChangeAll || isEditableByUser,
    );
    await audit(tx, ...changes);
    return {};
  });
}
