import type { UpdateOwnProfileRequest, UpdateOwnProfileResponse } from '@parley/proto/useradmin/v1/people';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import { changeOwn } from '../../../kernel/change-own.ts';
import { readRealm } from '../../../kernel/db/realm.ts';
import { isAdministrator } from '../../../kernel/domain/authority.ts';
import { changeProfile } from '../../accounts/change-profile.ts';
import type { Ctx } from '../../context.ts';

/**
 * The caller fills in custom profile fields; those that people may not change themselves (`editable_by_user`) are for
 * administrators.
 * @throws BAD_REQUEST, UNAUTHORIZED
 */
export async function updateOwnProfile(
  ctx: Ctx,
  { profileData }: UpdateOwnProfileRequest,
  call: Call,
): Promise<UpdateOwnProfileResponse> {
  return changeOwn(ctx, call, async (tx, caller) => {
    const realm = await readRealm(tx, ctx.config);
    const mayChangeAll = isAdministrator(caller);
    const filledIn = await changeProfile(
      tx,
      realm,
      caller,
      profileData,
      ({ isEditableByUser }) => mayChangeAll || isEditableByUser,
    );
    await audit(tx, call, ...filledIn);
    return {};
  });
}
