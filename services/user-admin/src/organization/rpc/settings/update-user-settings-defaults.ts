import { errors, errorText, expectFields, required } from '@parley/core';
import { emitAll } from '@parley/db';
import type {
  UpdateUserSettingsDefaultsRequest,
  UpdateUserSettingsDefaultsResponse,
} from '@parley/proto/useradmin/v1/organization';
import {
  changeableUserSettingDefaults,
  effectiveUserSettings,
  givenSettings,
  presentValue,
  userSettingSchema,
} from '@parley/settings';
import { audit } from '../../../kernel/audit.ts';
import { findStoredOrganization } from '../../../kernel/db/organization.ts';
import type { SettingValue } from '../../../kernel/events/user-settings.ts';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { updateUserSettingsDefaults as storeDefaults } from '../../db/organization.ts';
import { userSettingDefaultChanged } from '../../events/organization.ts';
import { administer } from '../../settings/administer.ts';

/**
 * Changes the personal settings of new accounts. Existing accounts keep their settings.
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL; EXPECTATION_MISMATCH when the stored values differ from the expected ones
 */
export async function updateUserSettingsDefaults(
  _ctx: Ctx,
  request: UpdateUserSettingsDefaultsRequest,
  scope: DbScope,
): Promise<UpdateUserSettingsDefaultsResponse> {
  const given = givenSettings(request.changes);
  return administer(scope, 'administrators', async (tx) => {
    const stored = required(await findStoredOrganization(tx), 'organization').userSettingsDefaults;
    const before = effectiveUserSettings(stored);
    expectFields(request.expected, before);
    const changes = Object.entries(given)
      .map(([name, value]) => [name, checked(name, value)] as const)
      .filter(([name, value]) => value !== before[name]);
    await storeDefaults(tx, { ...stored, ...Object.fromEntries(changes) });
    await emitAll(
      tx,
      changes.map(([name, value]) => userSettingDefaultChanged(name, value as SettingValue)),
    );
    await audit(
      tx,
      ...changes.map(([name, to]) => ({
        action: 'organization.user_setting_default_changed',
        details: { setting: name, from: before[name], to },
      })),
    );
    return {};
  });
}

function checked(name: string, value: unknown): unknown {
  if (!changeableUserSettingDefaults.includes(name)) {
    throw errors.badRequest(errorText("There is no setting '{name}'.", { name }));
  }
  const parsed = required(userSettingSchema(name), 'schema of a setting').safeParse(value);
  if (!parsed.success) throw errors.badRequest(errorText('Invalid {parameter}', { parameter: name }));
  return presentValue(name, parsed.data);
}
