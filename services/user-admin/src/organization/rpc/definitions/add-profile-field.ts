import { errors } from '@parley/core';
import type {
  AddProfileFieldRequest,
  AddProfileFieldResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../../kernel/audit.ts';
import type { Ctx } from '../../context.ts';
import { insertProfileField, listProfileFields } from '../../db/profile-fields.ts';
import { checkProfileField, profileFieldLimits, withDraft } from '../../domain/profile-fields.ts';
import { administer } from '../../settings/administer.ts';
import { announceProfileFields } from '../../settings/announce-definitions.ts';

const empty = {
  id: 0,
  name: '',
  hint: '',
  fieldData: '',
  displayInProfileSummary: false,
  isRequired: false,
  isEditableByUser: true,
};

/**
 * A new custom profile field, behind those there are (contract, `create-custom-profile-field`).
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function addProfileField(
  ctx: Ctx,
  { fieldType, draft }: AddProfileFieldRequest,
  call: Call,
): Promise<AddProfileFieldResponse> {
  return administer(ctx, call, 'administrators', async (tx) => {
    const others = await listProfileFields(tx);
    if (others.length >= profileFieldLimits.count) {
      throw errors.badRequest(`At most ${profileFieldLimits.count} custom profile fields are possible.`);
    }
    const field = checkProfileField(withDraft({ ...empty, type: fieldType }, draft), others);
    const fieldId = await insertProfileField(tx, field);
    await announceProfileFields(tx);
    await audit(tx, call, { action: 'profile_field.added', details: { ...field, id: fieldId } });
    return { fieldId };
  });
}
