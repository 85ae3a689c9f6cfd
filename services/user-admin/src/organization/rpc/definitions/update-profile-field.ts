import { errors, expectFields } from '@parley/core';
import { emitAll } from '@parley/db';
import type {
  UpdateProfileFieldRequest,
  UpdateProfileFieldResponse,
} from '@parley/proto/useradmin/v1/organization';
import { audienceAmong, viewersOf } from '../../../guest-visibility/visible-people.ts';
import { audit } from '../../../kernel/audit.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import {
  deleteProfileChoices,
  listProfileFields,
  updateProfileField as storeProfileField,
} from '../../db/profile-fields.ts';
import {
  checkProfileField,
  choicesOf,
  FIELD_TYPE,
  presentProfileField,
  withDraft,
} from '../../domain/profile-fields.ts';
import { profileValueChanged } from '../../events/profile-fields.ts';
import { administer } from '../../settings/administer.ts';
import { announceProfileFields } from '../../settings/announce-definitions.ts';

/**
 * Changes a custom profile field, except for its type. If options are removed from a list field, deletes people's values that
 * are one of them.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL; EXPECTATION_MISMATCH when the stored values differ from the expected ones
 */
export async function updateProfileField(
  _ctx: Ctx,
  { fieldId, draft, expected }: UpdateProfileFieldRequest,
  scope: DbScope,
): Promise<UpdateProfileFieldResponse> {
  return administer(scope, 'administrators', async (tx) => {
    const fields = await listProfileFields(tx);
    const before = fields.find(({ id }) => id === fieldId);
    if (!before) throw errors.badRequest('Field id not found.');
    expectFields(expected, {
      display_in_profile_summary: false,
      ...presentProfileField(before, fields.indexOf(before)),
    });
    const others = fields.filter((field) => field !== before);
    const after = checkProfileField(withDraft(before, draft), others);
    await storeProfileField(tx, after);
    await announceProfileFields(tx);
    if (after.type === FIELD_TYPE.select) {
      const userIds = await deleteProfileChoices(tx, fieldId, choicesOf(after));
      const viewers = await viewersOf(tx, userIds);
      const cleared = { id: fieldId, value: null };
      await emitAll(
        tx,
        userIds.map((userId) => profileValueChanged(userId, audienceAmong(userId, viewers), cleared)),
      );
    }
    await audit(tx, { action: 'profile_field.changed', details: { from: before, to: after } });
    return {};
  });
}
