import { jsonBytes } from '@parley/core';
import type { GetServerSettingsResponse } from '@parley/proto/useradmin/v1/user_admin';
import type { DbScope } from '../../../kernel/scope.ts';
import type { Ctx } from '../../context.ts';
import { renderDescription } from '../../domain/description.ts';
import { iconUrl } from '../../domain/realm-fields.ts';
import { serverSettingsFields } from '../../domain/server-settings.ts';

export async function getServerSettings(
  _ctx: Ctx,
  _request: unknown,
  scope: DbScope,
): Promise<GetServerSettingsResponse> {
  const organization = await scope.organization();
  const fields = serverSettingsFields(
    organization,
    renderDescription(organization.settings.description, organization.publicUrl),
  );
  const profile = {
    name: organization.settings.name,
    iconUrl: iconUrl(organization.settings, organization.host),
    hasPublicAccess: organization.settings.enable_spectator_access,
  };
  return { fieldsJson: jsonBytes(fields), profile };
}
