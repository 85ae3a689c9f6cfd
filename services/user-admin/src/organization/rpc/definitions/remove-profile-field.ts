import { errors } from '@parley/core';
import type {
  RemoveProfileFieldRequest,
  RemoveProfileFieldResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { deleteProfileField } from '../../db/profile-fields.ts';
import { administer } from '../../settings/administer.ts';
import { announceProfileFields } from '../../settings/announce-definitions.ts';

/**
 * Takes a custom profile field away, with everything that people filled in.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function removeProfileField(
  ctx: Ctx,
  { fieldId }: RemoveProfileFieldRequest,
  call: Call,
): Promise<RemoveProfileFieldResponse> {
  return administer(ctx, call, 'administrators', async (tx) => {
    if (!(await deleteProfileField(tx, fieldId))) throw errors.badRequest('Field id not found.');
    await announceProfileFields(tx);
    await audit(tx, call, { action: 'profile_field.removed', details: { fieldId } });
    return {};
  });
}
