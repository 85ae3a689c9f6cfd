import { errors } from '@parley/core';
import type {
  RemoveProfileFieldRequest,
  RemoveProfileFieldResponse,
} from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { deleteProfileField, listProfileFields } from '../../db/profile-fields.ts';
import { administer } from '../../settings/administer.ts';
import { announceProfileFields } from '../../settings/announce-definitions.ts';

/**
 * Removes a custom profile field with all its values.
 * @throws BAD_REQUEST when no such field exists; UNAUTHORIZED_PRINCIPAL when the caller is not an administrator
 */
export async function removeProfileField(
  _ctx: Ctx,
  { fieldId }: RemoveProfileFieldRequest,
  scope: DbScope,
): Promise<RemoveProfileFieldResponse> {
  return administer(scope, 'administrators', async (tx) => {
    const removed = (await listProfileFields(tx)).find(({ id }) => id === fieldId);
    if (!removed) throw errors.badRequest('Field id not found.');
    await deleteProfileField(tx, fieldId);
    await announceProfileFields(tx);
    await audit(tx, { action: 'profile_field.removed', details: { fieldId, from: removed } });
    return {};
  });
}
