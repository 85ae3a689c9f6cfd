import { errors } from '@parley/core';
import { uniqueViolation } from '@parley/db';
import type {
  AddProfileFieldRequest,
  AddProfileFieldResponse,
  ProfileFieldDraft,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { audit } from '../../audit.ts';
import type { Ctx } from '../../context.ts';
import { insertProfileField, listProfileFields } from '../../db/profile-fields.ts';
import { checkProfileField, type ProfileField, profileFieldLimits } from '../../domain/profile-fields.ts';
import { administer } from '../../organization/administer.ts';
import { announceProfileFields } from '../../organization/announce-lists.ts';

const empty = {
  id: 0,
  name: '',
  hint: '',
  fieldData: '',
  displayInProfileSummary: false,
  isRequired: false,
  isEditableByUser: true,
};

/** Behind those there are. */
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
    const fieldId = await insertProfileField(tx, field).catch(refuseTaken);
    await announceProfileFields(tx);
    await audit(tx, call, { action: 'profile_field.added', details: { ...field, id: fieldId } });
    return { fieldId };
  });
}

/** The field with what the draft says of it. */
export function withDraft(field: ProfileField, draft: ProfileFieldDraft | undefined): ProfileField {
  return {
    ...field,
    name: draft?.name ?? field.name,
    hint: draft?.hint ?? field.hint,
    fieldData: draft?.fieldDataJson ?? field.fieldData,
    displayInProfileSummary: draft?.displayInProfileSummary ?? field.displayInProfileSummary,
    isRequired: draft?.required ?? field.isRequired,
    isEditableByUser: draft?.editableByUser ?? field.isEditableByUser,
  };
}

export function refuseTaken(error: unknown): never {
  if (uniqueViolation(error) === undefined) throw error;
  throw errors.badRequest('A field with that label already exists.');
}
