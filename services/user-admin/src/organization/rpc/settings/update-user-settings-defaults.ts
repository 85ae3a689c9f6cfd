import { errors } from '@parley/core';
import { emitAll } from '@parley/db';
import type {
  UpdateUserSettingsDefaultsRequest,
  UpdateUserSettingsDefaultsResponse,
} from '@parley/proto/useradmin/v1/organization';
import type { Call } from '@parley/rpc';
import { changeableUserSettingDefaults, effectiveUserSettings, userSettingSchema } from '@parley/settings';
import { audit } from '../../../kernel/audit.ts';
import { findOrganization } from '../../../kernel/db/realm.ts';
import type { Ctx } from '../../context.ts';
import { updateUserSettingsDefaults as storeDefaults } from '../../db/organization.ts';
import { userSettingDefaultChanged } from '../../events/organization.ts';
import { administer } from '../../settings/administer.ts';

/**
 * Personal settings that new people start with; those who are there keep theirs (contract,
 * `update-realm-user-settings-defaults`).
 * @throws BAD_REQUEST, UNAUTHORIZED_PRINCIPAL, UNAUTHORIZED
 */
export async function updateUserSettingsDefaults(
  ctx: Ctx,
  { changesJson }: UpdateUserSettingsDefaultsRequest,
  call: Call,
): Promise<UpdateUserSettingsDefaultsResponse> {
  const given = JSON.parse(changesJson.toString()) as Record<string, unknown>;
  return administer(ctx, call, 'administrators', async (tx) => {
    const stored = (await findOrganization(tx))!.userSettingsDefaults;
    const before = effectiveUserSettings(stored);
    const changes = Object.entries(given)
      .map(([name, value]) => [name, checked(name, value)] as const)
      .filter(([name, value]) => value !== before[name]);
    await storeDefaults(tx, { ...stored, ...Object.fromEntries(changes) });
    await emitAll(
      tx,
      changes.map(([name, value]) => userSettingDefaultChanged(name, value)),
    );
    await audit(
      tx,
      call,
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
    throw errors.badRequest(`There is no setting '${name}'.`);
  }
  const parsed = userSettingSchema(name)!.safeParse(value);
  if (!parsed.success) throw errors.badRequest(`Invalid ${name}`);
  return parsed.data;
}
