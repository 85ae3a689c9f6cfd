import { errors, errorText } from '@parley/core';
import type {
  AddProfileFieldRequest,
  AddProfileFieldResponse,
} from '@parley/proto/useradmin/v1/organization';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
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
  isUsedForMatching: false,
};

/**
 * Adds a custom profile field after the existing ones.
 * @throws BAD_REQUEST when the field is invalid, its name is taken, or there are too many fields; UNAUTHORIZED_PRINCIPAL when
 * the caller is not an administrator
 */
export async function addProfileField(
  _ctx: Ctx,
  { fieldType, draft }: AddProfileFieldRequest,
  scope: DbScope,
): Promise<AddProfileFieldResponse> {
  return administer(scope, 'administrators', async (tx) => {
    const others = await listProfileFields(tx);
    if (others.length >= profileFieldLimits.count) {
      throw errors.badRequest(
        errorText('At most {limit} custom profile fields are possible.', { limit: profileFieldLimits.count }),
      );
    }
    const field = checkProfileField(withDraft({ ...empty, type: fieldType }, draft), others);
    const fieldId = await insertProfileField(tx, field);
    await announceProfileFields(tx);
    await audit(tx, { action: 'profile_field.added', details: { ...field, id: fieldId } });
    return { fieldId };
  });
}
